/**
 * What {@code harmonyctl top} shows: the state of the fleet, folded from news, and pictures of it.
 * Pure: no IO, no clock, no thread; the time is handed in.
 */
@NullMarked
package io.harmonyagent.agent.top.view;

import org.jspecify.annotations.NullMarked;
