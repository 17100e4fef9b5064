/**
 * A terminal as a place to draw on: pictures made of styled lines, what has to be written to turn
 * one into the next, and keys. Only {@link io.harmonyagent.agent.terminal.Terminal} does IO.
 */
@NullMarked
package io.harmonyagent.agent.terminal;

import org.jspecify.annotations.NullMarked;
