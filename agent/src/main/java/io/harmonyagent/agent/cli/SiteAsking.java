package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.mesh.MeshUnavailable;
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

  /** A site by the name that somebody wrote. */
  static SiteId site(String name) throws UserError {
    try {
      return new SiteId(name);
    } catch (IllegalArgumentException e) {
      throw UserError.badInput(String.valueOf(e.getMessage()));
    }
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

  /** Asks a site for what is done with its answer. */
  int ask(SiteId site, SiteShell.Request request) throws Exception {
    SiteRequest.Answer answer = new SiteAgents(connection, cluster).ask(site, request);
    output.print(new AnswerView(site, answer, Optional.empty()));
    return answer.granted() ? ExitCode.OK : ExitCode.FAILED;
  }

  /** Asks a site, and waits until the other one, or this one itself, leads and accepts writes. */
  int askForLeader(SiteId asked, SiteShell.Request request, SiteId wanted, Duration atMost)
      throws Exception {
    SiteRequest.Answer answer = new SiteAgents(connection, cluster).ask(asked, request);
    if (output.isForPeople()) {
      output.print(new AnswerView(asked, answer, Optional.empty()));
    }
    if (!answer.granted()) {
      output.printForPrograms(new AnswerView(asked, answer, Optional.empty()));
      return ExitCode.FAILED;
    }
    Countdown countdown = new Countdown(atMost);
    LeaderWatch watch = new LeaderWatch(wanted, this::lease);
    boolean leads = watch.await(countdown, LOOK_EVERY, output::say);
    output.printForPrograms(new AnswerView(asked, answer, watch.leader()));
    if (!leads) {
      throw UserError.timedOut(
          wanted + " does not lead yet; 'harmonyctl failover history " + cluster + "' says why");
    }
    if (output.isForPeople()) {
      output.say(wanted + " leads after " + Ago.exact(countdown.passed()));
    }
    return ExitCode.OK;
  }

  private Optional<LeaseRecord> lease()
      throws MeshUnavailable, InterruptedException, InvalidDocument {
    return new ClusterRecords(connection).picture(cluster).lease().map(ClusterRecords.Dated::value);
  }

  /**
   * What a site said to a request.
   *
   * @param leader who leads by now, where that was waited for
   */
  private record AnswerView(SiteId site, SiteRequest.Answer answer, Optional<SiteId> leader)
      implements View {
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
          .putIfPresent("leader", leader.map(SiteId::value))
          .node();
    }

    @Override
    public List<String> names() {
      return answer.granted() ? List.of(site.value()) : List.of();
    }
  }
}
