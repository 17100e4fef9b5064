package io.harmonyagent.failover.topology;

import io.harmonyagent.core.document.Node;
import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.core.ConfigCheck;
import io.harmonyagent.failover.core.Timing;
import io.harmonyagent.failover.lease.ConfigJson;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * What a change of a cluster's config comes to, for whoever is about to write it.
 *
 * @param before empty for a new cluster
 */
public record ConfigReview(Optional<ClusterConfig> before, ClusterConfig after) {

  /** One line for each field that changes. */
  public List<String> differences() {
    SequencedMap<String, Node> now = fields(after);
    Map<String, Node> then = before.isEmpty() ? Map.of() : fields(before.get());
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, Node> field : now.entrySet()) {
      String text = text(field.getValue());
      Node old = then.get(field.getKey());
      if (old == null) {
        lines.add("+ " + field.getKey() + ": " + text);
      } else if (!text(old).equals(text)) {
        lines.add("- " + field.getKey() + ": " + text(old));
        lines.add("+ " + field.getKey() + ": " + text);
      }
    }
    return lines;
  }

  /** Why it must not be written; empty when it may. */
  public List<String> problems() {
    Set<String> problems = new LinkedHashSet<>(ConfigCheck.problems(after, after.primarySiteId()));
    before.ifPresent(
        old -> {
          if (!(old.names(after.primarySiteId()) && old.names(after.replicaSiteId()))) {
            problems.add(
                "the sites were %s and %s: a cluster keeps its two sites, make a new one instead"
                    .formatted(old.primarySiteId(), old.replicaSiteId()));
          }
        });
    return List.copyOf(problems);
  }

  /** Both sides of the inequality that safety rests on (S4). */
  public String inequality() {
    Timing timing = after.timing();
    boolean holds = timing.failoverTimeoutMs() >= timing.requiredFailoverTimeoutMs();
    return ("failover_timeout %d ms %s %d ms = (failure_threshold %d + 1) x heartbeat_timeout %d"
            + " + fence_timeout %d + safety_margin %d")
        .formatted(
            timing.failoverTimeoutMs(),
            holds ? ">=" : "<",
            timing.requiredFailoverTimeoutMs(),
            timing.failureThreshold(),
            timing.heartbeatTimeoutMs(),
            timing.fenceTimeoutMs(),
            timing.safetyMarginMs());
  }

  private static SequencedMap<String, Node> fields(ClusterConfig config) {
    return ((Node.Mapping) ConfigJson.write(config).node()).entries();
  }

  private static String text(Node node) {
    return switch (node) {
      case Node.Text(var _, String value) -> value;
      case Node.Numeral(var _, String literal) -> literal;
      case Node.Flag(var _, boolean value) -> Boolean.toString(value);
      case Node.Mapping _, Node.Sequence _, Node.Nothing _ -> "?";
    };
  }
}
