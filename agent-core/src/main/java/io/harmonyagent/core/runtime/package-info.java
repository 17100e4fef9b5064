/** Threads, timers and queues around the pure engine: who owns it, and who works for it. */
@NullMarked
package io.harmonyagent.core.runtime;

import org.jspecify.annotations.NullMarked;
