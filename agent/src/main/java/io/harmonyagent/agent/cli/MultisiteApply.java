package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Place;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.PostgresSiteJson;
import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.core.trust.SigningKey;
import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.lease.ClusterName;
import io.harmonyagent.failover.lease.ClusterRecords;
import io.harmonyagent.failover.topology.ConfigReview;
import io.harmonyagent.failover.topology.MultisitePostgres;
import io.harmonyagent.failover.topology.PiTarget;
import io.harmonyagent.failover.topology.PostgresFailover;
import io.nats.client.Connection;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Makes one intent the desired state of both devices: the cluster's config first, then each
 * device's manifest, in which only the resource of this cluster changes. Every write is a
 * compare-and-set, and the whole may be repeated: what stands already is not written again.
 */
final class MultisiteApply {
  private static final String RESOURCE = "postgres-";

  private final PrintWriter out;
  private final Optional<SigningKey> signer;

  MultisiteApply(PrintWriter out, Optional<SigningKey> signer) {
    this.out = out;
    this.signer = signer;
  }

  /** What is wanted of each device now, whether it was written or stood already. */
  Map<AgentId, DesiredState.Written> to(Connection connection, MultisitePostgres wanted)
      throws Exception {
    ClusterName cluster = ClusterOption.of(wanted.intent().name());
    PostgresFailover.Plan<PiTarget> plan = wanted.plan();
    ConfigChange.refuseUnsafe(new ConfigReview(Optional.empty(), plan.config()));
    for (PiTarget site : plan.sites().keySet()) {
      // Before the config is written: a device that must not be written to stops all of it.
      Optional<Node> unused = new DesiredState(connection, site.agent(), signer).editable();
    }
    ConfigChange config = new ConfigChange(new ClusterRecords(connection), cluster, out);
    config.make(before -> keepingThePause(plan.config(), before), () -> true);
    Map<AgentId, DesiredState.Written> written = new LinkedHashMap<>();
    for (Map.Entry<PiTarget, PostgresSiteSpec> site : plan.sites().entrySet()) {
      AgentId agent = site.getKey().agent();
      DesiredState.Written result =
          new DesiredState(connection, agent, signer)
              .edit(standing -> merged(standing, cluster, site.getValue()), "multisite-postgres");
      written.put(agent, result);
      out.println(
          "%s: generation %d is wanted%s"
              .formatted(agent, result.manifest().generation(), result.isNew() ? "" : " already"));
    }
    return written;
  }

  /** To pause is an operator's act, not a part of the intent. */
  private static ClusterConfig keepingThePause(
      ClusterConfig wanted, Optional<ClusterConfig> before) {
    return wanted.withPaused(before.map(ClusterConfig::paused).orElse(false));
  }

  /** The manifest that stands with this site in it, in place of the one of this cluster. */
  static Node merged(Optional<Node> standing, ClusterName cluster, PostgresSiteSpec spec)
      throws InvalidDocument, UserError {
    String id = RESOURCE + cluster;
    Node manifest =
        DesiredState.withoutGeneration(standing.orElseGet(() -> new JsonObject().node()));
    List<Node> resources = new ArrayList<>();
    if (((Node.Mapping) manifest).entries().get("resources")
        instanceof Node.Sequence(var _, List<Node> items)) {
      resources.addAll(items);
    }
    Optional<Node> old = resources.stream().filter(each -> isNamed(each, id)).findFirst();
    resources.removeIf(each -> isNamed(each, id));
    resources.add(resource(old, id, spec));
    return DesiredState.with(manifest, "resources", new Node.Sequence(Place.NOWHERE, resources));
  }

  /** Whatever else somebody said of the resource, such as depends_on, stays. */
  private static Node resource(Optional<Node> old, String id, PostgresSiteSpec spec) {
    SequencedMap<String, Node> entries = new LinkedHashMap<>();
    entries.put("id", new Node.Text(Place.NOWHERE, id));
    if (old.isPresent() && old.get() instanceof Node.Mapping mapping) {
      entries.putAll(mapping.entries());
    }
    JsonObject json = PostgresSiteJson.write(spec);
    entries.put("spec", json.node());
    return new Node.Mapping(Place.NOWHERE, entries);
  }

  private static boolean isNamed(Node resource, String id) {
    return resource instanceof Node.Mapping mapping
        && mapping.entries().get("id") instanceof Node.Text(var _, String name)
        && name.equals(id);
  }
}
