/**
 * Decides what is done next to which resource, and what its state is. Pure: it touches no device,
 * no disk, no network, no clock and no thread; it is handed what happened and answers what to
 * start.
 */
@NullMarked
package io.harmonyagent.core.engine;

import org.jspecify.annotations.NullMarked;
