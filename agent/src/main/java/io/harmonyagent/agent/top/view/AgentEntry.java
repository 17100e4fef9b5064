package io.harmonyagent.agent.top.view;

import io.harmonyagent.core.manifest.AgentId;
import java.time.Instant;
import java.util.Optional;

/**
 * One agent of the fleet.
 *
 * @param wanted the generation that the control plane asks for
 * @param beat when the server stored its last heartbeat
 */
record AgentEntry(
    AgentId id, Optional<Long> wanted, Optional<Digest> said, Optional<Instant> beat) {
  static AgentEntry of(AgentId id) {
    return new AgentEntry(id, Optional.empty(), Optional.empty(), Optional.empty());
  }

  AgentEntry wanting(Optional<Long> generation) {
    return new AgentEntry(id, generation, said, beat);
  }

  AgentEntry saying(Optional<Digest> digest) {
    return new AgentEntry(id, wanted, digest, beat);
  }

  AgentEntry beating(Optional<Instant> at) {
    return new AgentEntry(id, wanted, said, at);
  }

  boolean isEmpty() {
    return wanted.isEmpty() && said.isEmpty() && beat.isEmpty();
  }

  Health health(Instant now) {
    return Health.of(wanted, said, beat, now);
  }

  /** Such as {@code 42}, or {@code 41/42} while the second is wanted. */
  String generation() {
    long observed = said.map(Digest::observedGeneration).orElse(0L);
    long goal = wanted.orElse(said.map(Digest::manifestGeneration).orElse(0L));
    return observed == goal ? Long.toString(goal) : observed + "/" + goal;
  }

  String trouble() {
    return said.map(Digest::trouble).orElse("");
  }
}
