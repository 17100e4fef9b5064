/**
 * Who may write, as a pure function: {@code step(state, event) → (state', actions)}.
 *
 * <p>Assumption of the whole package: one thread owns a {@link
 * io.harmonyagent.failover.core.State}, hands in events in the order in which they happened to it,
 * and carries out the actions in the order in which they are returned. No clock, no randomness, no
 * IO here. The argument why this can never have two writers is numbered in {@code
 * docs/failover-safety.md}; comments name its sentences as S1, S2, …
 */
@NullMarked
package io.harmonyagent.failover.core;

import org.jspecify.annotations.NullMarked;
