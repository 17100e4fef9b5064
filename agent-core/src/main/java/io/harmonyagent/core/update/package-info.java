/**
 * Which build of the agent runs: what is remembered of it on disk, and the decisions about it,
 * which are pure.
 */
@NullMarked
package io.harmonyagent.core.update;

import org.jspecify.annotations.NullMarked;
