package io.harmonyagent.failover.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether a new config may replace the last good one.
 *
 * @param inForce what it would replace: the two sites may change their preference, not their names
 */
public record ConfigEvidence(
    ClusterConfig config, long revision, SiteId me, Optional<ClusterConfig> inForce)
    implements Evidence {

  public List<String> problems() {
    List<String> problems = new ArrayList<>(ConfigCheck.problems(config, me));
    if (inForce.isPresent()
        && config.names(me)
        && !config.peerOf(me).equals(inForce.get().peerOf(me))) {
      problems.add(
          "the other site changes from %s to %s: it may hold a lease that the new one knows not"
              .formatted(inForce.get().peerOf(me), config.peerOf(me)));
    }
    return problems;
  }

  @Override
  public Decision decide() {
    return new Reasons()
        .atMost(problems().size(), 0, Reason.Kind.CONFIG_UNSAFE)
        .decide(Transition.APPLY_CONFIG);
  }
}
