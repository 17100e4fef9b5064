package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.core.mesh.AgentCall;
import io.harmonyagent.core.mesh.BucketScan;
import io.harmonyagent.core.mesh.Keys;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.lease.ClusterName;
import io.harmonyagent.failover.resource.SiteRequest;
import io.harmonyagent.failover.site.SiteShell;
import io.nats.client.Connection;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which device guards which site of a cluster, as their manifests say; and asks it. */
final class SiteAgents {
  private final Connection connection;
  private final ClusterName cluster;

  SiteAgents(Connection connection, ClusterName cluster) {
    this.connection = connection;
    this.cluster = cluster;
  }

  SiteRequest.Answer ask(SiteId site, SiteShell.Request request) throws Exception {
    Map<SiteId, AgentId> agents = all();
    AgentId agent = agents.get(site);
    if (agent == null) {
      throw UserError.failed(
          "no device has a manifest with the site '"
              + site
              + "' of "
              + cluster
              + (agents.isEmpty() ? "" : "; there are " + agents.keySet()));
    }
    byte[] answer =
        AgentCall.ask(
            connection,
            agent,
            SiteRequest.VERB,
            JsonWriter.compact(new SiteRequest(cluster.value(), request).toJson().node()));
    return SiteRequest.Answer.read(answer);
  }

  private Map<SiteId, AgentId> all() throws MeshUnavailable {
    Map<SiteId, AgentId> agents = new LinkedHashMap<>();
    String prefix = Keys.desiredState(new AgentId("x")).replaceFirst("x$", "");
    Instant unused =
        new BucketScan(connection, Keys.AGENTS_BUCKET)
            .newest(
                prefix + "*",
                entry ->
                    sites(entry)
                        .forEach(
                            site ->
                                agents.put(
                                    site, new AgentId(entry.key().substring(prefix.length())))));
    return agents;
  }

  /** The sites of the cluster that this manifest has. */
  private List<SiteId> sites(BucketScan.Entry manifest) {
    try {
      if (manifest.value().isEmpty()) {
        return List.of();
      }
      return ManifestReader.read(new JsonReader().read(manifest.value().get(), manifest.key()))
          .resources()
          .stream()
          .map(ManagedResource::spec)
          .filter(PostgresSiteSpec.class::isInstance)
          .map(PostgresSiteSpec.class::cast)
          .filter(site -> site.cluster().equals(cluster.value()))
          .map(site -> new SiteId(site.site()))
          .toList();
    } catch (InvalidDocument e) {
      // A device whose manifest cannot be read has rejected it too; it is not the one.
      return List.of();
    }
  }
}
