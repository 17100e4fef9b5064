package io.harmonyagent.agent.top.view;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The failover clusters, by name. */
final class Clusters {
  private static final int MOST_CLUSTERS = 200;

  private final Map<String, Cluster> clusters = new TreeMap<>();

  void apply(News.OfFailover news) {
    switch (news) {
      case News.ClustersListing _ -> clusters.clear();
      case News.Configured configured ->
          find(configured.cluster(), cluster -> cluster.configured(configured.config()));
      case News.Leased leased -> find(leased.cluster(), cluster -> cluster.leased(leased.lease()));
      case News.Reported reported ->
          find(reported.cluster(), cluster -> cluster.reported(reported.report(), reported.at()));
      case News.Decided decided ->
          find(decided.cluster(), cluster -> cluster.decided(decided.move()));
    }
  }

  private void find(String name, Consumer<Cluster> then) {
    Cluster known = clusters.get(name);
    if (known == null && clusters.size() < MOST_CLUSTERS) {
      known = new Cluster(name);
      clusters.put(name, known);
    }
    if (known != null) {
      then.accept(known);
    }
  }

  List<String> names() {
    return List.copyOf(clusters.keySet());
  }

  Optional<Cluster> find(String name) {
    return Optional.ofNullable(clusters.get(name));
  }

  List<Cluster> all() {
    return List.copyOf(clusters.values());
  }
}
