package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.top.view.Health;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.mesh.BucketScan;
import io.harmonyagent.core.mesh.Keys;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.nats.client.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * When a device was last heard of: its heartbeat, or its status, which one that just started has
 * written first.
 *
 * @param now by the server's clock, as {@code at} is
 */
record Heard(Optional<Instant> at, Instant now) {
  static Heard of(Connection connection, AgentId agent) throws MeshUnavailable {
    Set<String> itsOwn = Set.of(Keys.heartbeat(agent), Keys.actualState(agent));
    List<Instant> signs = new ArrayList<>();
    Instant now =
        new BucketScan(connection, Keys.AGENTS_BUCKET)
            .newest(
                "*." + agent,
                entry -> {
                  if (itsOwn.contains(entry.key()) && entry.value().isPresent()) {
                    signs.add(entry.written());
                  }
                });
    return new Heard(signs.stream().max(Comparator.naturalOrder()), now);
  }

  /** Whether what it said last still holds. */
  boolean isNow() {
    return Health.isHeard(at, now);
  }

  /** How long it is silent, where it is. */
  Optional<String> silence() {
    return isNow()
        ? Optional.empty()
        : Optional.of(at.map(then -> "for " + Ago.since(then, now)).orElse("ever"));
  }
}
