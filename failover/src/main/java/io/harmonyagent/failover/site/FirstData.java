package io.harmonyagent.failover.site;

import io.harmonyagent.failover.core.Role;
import io.harmonyagent.failover.core.State;

/**
 * Whether this site should make the first data of its cluster: it is the preferred one, it never
 * saw a lease, and the mesh, listed anew in this session, has none either. Should the mesh have
 * lost one, the other site has seen it, and goes to SAFE instead of throwing its data away (S12).
 */
final class FirstData {
  private FirstData() {}

  static boolean isDue(State state) {
    return state.role() == Role.FENCED
        && !state.postgres().usable()
        && !state.postgres().busy()
        && state.durable().seen().epoch() == 0
        && state.durable().epochFloor() == 0
        && state.watch().live()
        && state.watch().judgeFromBeat() <= state.beat().number()
        && state.watch().lease().isEmpty()
        && state.durable().config().isPresent()
        && state.durable().config().get().latest().primarySiteId().equals(state.me());
  }
}
