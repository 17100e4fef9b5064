package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.failover.core.LeaseRecord;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.lease.ClusterName;
import io.harmonyagent.failover.lease.ClusterRecords;
import io.harmonyagent.failover.resource.SiteRequest;
import io.harmonyagent.failover.site.SiteShell;
import io.nats.client.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Asks a site for something, and waits until the cluster is as it should be then. */
final class SiteAsking {
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  private final Connection connection;
  private final ClusterName cluster;
  private final Output output;

  SiteAsking(Connection connection, ClusterName cluster, Output output) {
    this.connection = connection;
    this.cluster = cluster;
    this.output = output;
  }

  /** The site that the newest record names. */
  Optional<SiteId> leader() throws Exception {
    return lease().flatMap(LeaseRecord::currentPrimary);
  }

  /** The site that stands in for this one. */
  SiteId peerOf(SiteId site) throws Exception {
    return ConfigChange.mustBeThere(
            cluster, new ClusterRecords(connection).picture(cluster).config())
        .peerOf(site);
  }

  /** Returns whether the site granted it. */
  boolean ask(SiteId site, SiteShell.Request request) throws Exception {
    SiteRequest.Answer answer = new SiteAgents(connection, cluster).ask(site, request);
    output.print(new AnswerView(site, answer));
    return answer.granted();
  }

  /** Waits until that site leads and accepts writes. */
  int awaitLeader(SiteId site, Duration atMost) throws Exception {
    long beginNs = System.nanoTime();
    while (System.nanoTime() - beginNs < atMost.toNanos()) {
      if (lease().filter(lease -> lease.names(site) && isHealthy(lease)).isPresent()) {
        if (output.isForPeople()) {
          output.out().printf("%s leads after %.1f s%n", site, (System.nanoTime() - beginNs) / 1e9);
        }
        return ExitCode.OK;
      }
      Thread.sleep(LOOK_EVERY);
    }
    throw UserError.timedOut(
        site + " does not lead yet; 'harmonyctl failover history " + cluster + "' says why");
  }

  private static boolean isHealthy(LeaseRecord lease) {
    return switch (lease.status()) {
      case HEALTHY -> true;
      case OPENING, DEMOTING, RELEASED -> false;
    };
  }

  private Optional<LeaseRecord> lease() throws Exception {
    return new ClusterRecords(connection).picture(cluster).lease().map(ClusterRecords.Dated::value);
  }

  /** What a site said to a request. */
  private record AnswerView(SiteId site, SiteRequest.Answer answer) implements View {
    @Override
    public String table(boolean wide) {
      return String.join(
          "\n", answer.sentences().stream().map(sentence -> site + ": " + sentence).toList());
    }

    @Override
    public Node node() {
      return new JsonObject()
          .put("site", site.value())
          .put("granted", answer.granted())
          .putTexts("sentences", answer.sentences())
          .node();
    }

    @Override
    public List<String> names() {
      return answer.granted() ? List.of(site.value()) : List.of();
    }
  }
}
