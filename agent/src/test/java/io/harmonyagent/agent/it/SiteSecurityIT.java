package io.harmonyagent.agent.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.CasOutcome;
import io.harmonyagent.failover.core.Claim;
import io.harmonyagent.failover.core.Event;
import io.harmonyagent.failover.core.LeaseRecord;
import io.harmonyagent.failover.core.LeaseStatus;
import io.harmonyagent.failover.core.Purpose;
import io.harmonyagent.failover.core.ReplicationMode;
import io.harmonyagent.failover.core.Role;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.core.SiteReport;
import io.harmonyagent.failover.lease.ClusterName;
import io.harmonyagent.failover.lease.FailoverBucket;
import io.harmonyagent.failover.lease.LeaseStore;
import io.harmonyagent.testbed.NatsConfig;
import io.harmonyagent.testbed.Testbed;
import io.nats.client.Options;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What docs/mesh.md says a site needs on the mesh is enough for it, and for no other cluster. */
class SiteSecurityIT {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final SiteId SITE = new SiteId("site-a");

  @RegisterExtension
  static final Testbed bed =
      Testbed.withNats(
          1,
          NatsConfig.plain()
              .tlsMapsUsers()
              .config(
                  """
                  authorization { users: [ { user: "CN=testbed" },
                    { user: "CN=alice", permissions: {
                        publish: { allow: [
                          "$JS.API.CONSUMER.CREATE.KV_harmony_failover.*.$KV.harmony_failover.shop.>",
                          "$KV.harmony_failover.shop.state",
                          "$KV.harmony_failover.shop.site.site-a",
                          "$KV.harmony_failover.shop.event" ] },
                        subscribe: { allow: ["_INBOX_alice.>"] } } } ] }
                  """));

  @BeforeAll
  static void create_the_bucket() throws Exception {
    assertThat(FailoverBucket.create(bed.nats().connect(), 1)).isTrue();
  }

  @Test
  void a_site_with_the_permissions_of_the_manual_does_its_whole_job() throws Exception {
    List<Event> told = new CopyOnWriteArrayList<>();
    try (LeaseStore store = open("shop", told)) {
      bed.eventually(LONG, () -> has(told, Event.WatchListed.class));

      store.write(new Action.WriteLease(0, lease(), Purpose.CREATE, LONG.toMillis()));
      bed.eventually(LONG, () -> has(told, Event.LeaseDelivered.class));
      store.write(report());
      bed.eventually(LONG, () -> has(told, Event.ReportDelivered.class));

      assertThat(outcome(told)).isInstanceOf(CasOutcome.Acked.class);
      assertThat(store.append("{}".getBytes(UTF_8))).isTrue();
    }
  }

  @Test
  void it_can_neither_watch_nor_write_another_cluster() throws Exception {
    List<Event> told = new CopyOnWriteArrayList<>();
    try (LeaseStore store = open("farm", told)) {
      assertThat(store.append("{}".getBytes(UTF_8))).isFalse();

      store.write(new Action.WriteLease(0, lease(), Purpose.CREATE, 500));
      bed.eventually(LONG, () -> has(told, Event.CasAnswered.class));

      assertThat(outcome(told)).isEqualTo(new CasOutcome.Unknown());
      assertThat(has(told, Event.WatchStarted.class)).isFalse();
    }
  }

  private static LeaseStore open(String cluster, List<Event> told) {
    LeaseStore store =
        new LeaseStore(
            SiteSecurityIT::alice,
            new ClusterName(cluster),
            event -> told.add(event.apply(0)),
            InstantSource.system(),
            Duration.ofSeconds(2));
    store.start();
    // The connection is told of by this event, and then a watch can be had.
    bed.eventually(LONG, () -> has(told, Event.WatchLost.class));
    store.restartWatch();
    return store;
  }

  private static Options alice() {
    return bed.nats()
        .options()
        .sslContext(bed.certificates().sslContext(bed.certificates().issue("alice")))
        .inboxPrefix("_INBOX_alice.")
        .build();
  }

  private static boolean has(List<Event> told, Class<? extends Event> kind) {
    return told.stream().anyMatch(kind::isInstance);
  }

  private static CasOutcome outcome(List<Event> told) {
    return told.stream()
        .filter(Event.CasAnswered.class::isInstance)
        .map(event -> ((Event.CasAnswered) event).outcome())
        .findFirst()
        .orElseThrow();
  }

  private static LeaseRecord lease() {
    return new LeaseRecord(
        1,
        Optional.of(SITE),
        SITE,
        LeaseStatus.OPENING,
        1,
        1,
        1,
        ReplicationMode.ASYNC,
        Set.of(),
        1,
        1,
        5_000,
        new Claim(SITE, "boot", 1),
        Purpose.CREATE);
  }

  private static SiteReport report() {
    return new SiteReport(SITE, "boot", 1, Role.STANDBY, 1, 1, 1, false, 0, 1, 1, 0, 0);
  }
}
