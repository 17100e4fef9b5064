/**
 * The agent's own builds on the device: brought here, tried, started, and gone back from. What is
 * decided stands in {@code core.update}; this is the part that acts.
 */
@NullMarked
package io.harmonyagent.agent.update;

import org.jspecify.annotations.NullMarked;
