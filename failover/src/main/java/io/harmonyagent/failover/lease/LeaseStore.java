package io.harmonyagent.failover.lease;

import io.harmonyagent.core.config.MeshConfig;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.mesh.MeshOptions;
import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.CasOutcome;
import io.harmonyagent.failover.core.Claim;
import io.harmonyagent.failover.core.Event;
import io.harmonyagent.failover.core.SiteReport;
import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import io.nats.client.Message;
import io.nats.client.impl.Headers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One site's access to the records of its cluster: carries out the core's writes and tells it what
 * came of them and what the watch brings. None of its methods waits for the mesh.
 */
public final class LeaseStore implements LeaseAccess, EventLog {
  private static final Logger log = LoggerFactory.getLogger(LeaseStore.class);

  private static final Duration LONGEST_APPEND = Duration.ofSeconds(2);

  private final RecordKeys keys;
  private final LeaseEvents events;
  private final InstantSource wallClock;
  private final LeaseLink link;

  /**
   * @param longestAnswer how long the mesh may take to answer when it connects or begins a watch
   */
  public LeaseStore(
      LeaseLink.OptionsSource options,
      ClusterName cluster,
      LeaseEvents events,
      InstantSource wallClock,
      Duration longestAnswer) {
    this.keys = new RecordKeys(cluster);
    this.events = events;
    this.wallClock = wallClock;
    this.link = new LeaseLink(options, () -> new WatchSession(keys, events), events, longestAnswer);
  }

  /**
   * On the mesh that an agent is configured for.
   *
   * @param owner names the client on the server and prefixes its inboxes
   */
  public static LeaseStore on(
      MeshConfig mesh,
      String owner,
      ClusterName cluster,
      LeaseEvents events,
      Duration longestAnswer) {
    return new LeaseStore(
        () -> MeshOptions.build(mesh, owner, (_, _) -> {}, new ErrorListener() {}),
        cluster,
        events,
        InstantSource.system(),
        longestAnswer);
  }

  @Override
  public void start() {
    link.start();
  }

  @Override
  public void close() {
    link.close();
  }

  @Override
  public void beats(Duration every) {
    link.beats(every);
  }

  @Override
  public void restartWatch() {
    link.restartWatch();
  }

  @Override
  public void write(Action.WriteLease write) {
    Claim claim = write.lease().claim();
    Optional<Connection> connection = link.decidersConnection();
    if (connection.isEmpty()) {
      answer(claim, new CasOutcome.Unknown());
      return;
    }
    Headers expect =
        new Headers()
            .put("Nats-Expected-Last-Subject-Sequence", String.valueOf(write.expectedRevision()));
    try {
      var unused =
          connection
              .get()
              .requestWithTimeout(
                  keys.state(),
                  expect,
                  bytes(LeaseJson.write(write.lease())),
                  Duration.ofMillis(write.withinMs()))
              .orTimeout(write.withinMs(), TimeUnit.MILLISECONDS)
              .handle((message, failure) -> answered(claim, message, failure));
    } catch (IllegalStateException e) {
      log.debug("the lease was not sent: {}", e.getMessage());
      answer(claim, new CasOutcome.Unknown());
    }
  }

  @Override
  public void write(SiteReport report) {
    Optional<Connection> connection = link.connection();
    if (connection.isEmpty()) {
      return;
    }
    try {
      connection.get().publish(keys.report(report.site()), bytes(ReportJson.write(report)));
    } catch (IllegalStateException e) {
      log.debug("the report was not sent: {}", e.getMessage());
    }
  }

  @Override
  public boolean append(byte[] entry) throws InterruptedException {
    Optional<Connection> connection = link.connection();
    if (connection.isEmpty()) {
      return false;
    }
    try {
      Message answer = connection.get().request(keys.event(), entry, LONGEST_APPEND);
      return answer != null
          && !answer.isStatusMessage()
          && PublishAnswer.read(answer.getData(), wallClock.millis()) instanceof CasOutcome.Acked;
    } catch (IllegalStateException e) {
      log.debug("an entry of the history was not sent: {}", e.getMessage());
      return false;
    }
  }

  private CasOutcome answered(Claim claim, @Nullable Message message, @Nullable Throwable failure) {
    CasOutcome outcome =
        failure != null || message == null || message.isStatusMessage()
            ? new CasOutcome.Unknown()
            : PublishAnswer.read(message.getData(), wallClock.millis());
    answer(claim, outcome);
    return outcome;
  }

  private void answer(Claim claim, CasOutcome outcome) {
    events.offer(now -> new Event.CasAnswered(now, claim, outcome));
  }

  private static byte[] bytes(JsonObject json) {
    return JsonWriter.compact(json.node());
  }
}
