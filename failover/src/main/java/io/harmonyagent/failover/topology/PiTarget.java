package io.harmonyagent.failover.topology;

import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.failover.core.SiteId;
import java.util.List;
import java.util.Optional;

/**
 * A device with an agent.
 *
 * @param host the name in its certificate
 * @param http where its load balancers ask
 */
public record PiTarget(
    SiteId site,
    AgentId agent,
    String host,
    List<String> listen,
    PostgresSiteSpec.Tls tls,
    Optional<PostgresSiteSpec.HttpAddress> http)
    implements PostgresTarget {
  public PiTarget {
    listen = List.copyOf(listen);
  }

  @Override
  public PostgresSiteSpec.Peer asPeer(PostgresIntent intent) {
    return new PostgresSiteSpec.Peer(site.value(), host, intent.port());
  }

  @Override
  public PostgresSiteSpec postgres(PostgresIntent intent, PostgresTarget other) {
    return new PostgresSiteSpec(
        intent.name(),
        site.value(),
        other.asPeer(intent),
        intent.version(),
        intent.storagePath(),
        intent.debianCluster(),
        intent.port(),
        listen,
        intent.allow(),
        tls,
        http,
        intent.memory(),
        intent.cpus());
  }
}
