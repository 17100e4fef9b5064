package io.harmonyagent.failover.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.CasOutcome;
import io.harmonyagent.failover.core.Claim;
import io.harmonyagent.failover.core.Event;
import io.harmonyagent.failover.core.LeaseRecord;
import io.harmonyagent.failover.core.Purpose;
import io.harmonyagent.testbed.Testbed;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The records in a real JetStream. Each test has a cluster of its own. */
class LeaseStoreIT {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration ANSWER = Duration.ofSeconds(5);

  @RegisterExtension static final Testbed bed = Testbed.withNats(1);

  private static int clusters;

  private final List<Event> events = new CopyOnWriteArrayList<>();
  private Connection operator;
  private RecordKeys keys;
  private LeaseStore store;

  @BeforeAll
  static void create_the_bucket() throws Exception {
    assertThat(FailoverBucket.create(bed.nats().connect(), 1)).isTrue();
  }

  @BeforeEach
  void start() {
    ClusterName cluster = new ClusterName("cluster-" + clusters++);
    operator = bed.nats().connect();
    keys = new RecordKeys(cluster);
    store =
        new LeaseStore(
            () -> bed.nats().options().build(),
            cluster,
            event -> events.add(event.apply(0)),
            InstantSource.system(),
            ANSWER);
    store.start();
    await(Event.WatchLost.class, 1);
    store.restartWatch();
    await(Event.WatchListed.class, 1);
    events.clear();
  }

  @AfterEach
  void stop() {
    store.close();
  }

  @Test
  void the_bucket_is_as_it_must_be_and_one_replica_is_told_as_a_risk() throws Exception {
    assertThat(FailoverBucket.create(operator, 1)).as("it is there already").isFalse();
    assertThat(FailoverBucket.verify(operator, 1))
        .singleElement()
        .isInstanceOf(FailoverBucket.Finding.Risky.class);
    assertThat(FailoverBucket.verify(operator, 3))
        .hasAtLeastOneElementOfType(FailoverBucket.Finding.Unsafe.class);
  }

  @Test
  void a_watch_of_an_empty_cluster_is_started_and_listed() {
    store.restartWatch();

    await(Event.WatchListed.class, 1);
    assertThat(kinds(Event.WatchStarted.class, Event.WatchListed.class))
        .containsExactly(Event.WatchStarted.class, Event.WatchListed.class);
  }

  @Test
  void a_listing_brings_the_newest_record_of_each_key_between_start_and_end() throws Exception {
    write(0, 1);
    write(acked().revision(), 2);
    put(keys.config(), ConfigJson.write(Records.CONFIG));
    store.write(Records.REPORT);
    await(Event.LeaseDelivered.class, 2);
    await(Event.ConfigDelivered.class, 1);
    await(Event.ReportDelivered.class, 1);
    events.clear();

    store.restartWatch();

    await(Event.WatchListed.class, 1);
    await(Event.ReportDelivered.class, 1);
    assertThat(events.getFirst()).isInstanceOf(Event.WatchStarted.class);
    assertThat(all(Event.LeaseDelivered.class))
        .extracting(event -> event.stored().lease())
        .containsExactly(Records.lease(2));
    assertThat(all(Event.ConfigDelivered.class))
        .extracting(Event.ConfigDelivered::config)
        .containsExactly(Records.CONFIG);
    assertThat(all(Event.ReportDelivered.class))
        .extracting(Event.ReportDelivered::report)
        .containsExactly(Records.REPORT);
  }

  @Test
  void an_ack_and_its_own_echo_have_the_same_revision_and_the_echo_has_the_servers_time() {
    store.restartWatch();
    await(Event.WatchListed.class, 1);

    CasOutcome.Acked first = write(0, 1);
    CasOutcome.Acked second = write(first.revision(), 2);
    await(Event.LeaseDelivered.class, 2);

    List<Event.LeaseDelivered> echoes = all(Event.LeaseDelivered.class);
    assertThat(echoes)
        .extracting(event -> event.stored().revision())
        .containsExactly(first.revision(), second.revision());
    assertThat(echoes.getLast().stored().serverTimeMs())
        .isGreaterThanOrEqualTo(echoes.getFirst().stored().serverTimeMs())
        .isGreaterThan(1_600_000_000_000L);
  }

  @Test
  void a_write_on_a_revision_that_was_overtaken_is_lost_and_told_which_one_stands() {
    CasOutcome.Acked first = write(0, 1);
    CasOutcome.Acked second = write(first.revision(), 2);

    assertThat(outcomeOf(first.revision(), 3)).isEqualTo(new CasOutcome.Lost(second.revision()));
    assertThat(outcomeOf(0, 4)).isEqualTo(new CasOutcome.Lost(second.revision()));
  }

  @Test
  void a_server_that_does_not_answer_leaves_the_outcome_unknown() {
    bed.nats().node(1).freeze();
    try {
      send(0, 1, Duration.ofMillis(300));
      await(event -> event instanceof Event.CasAnswered, 1);
    } finally {
      bed.nats().node(1).thaw();
    }

    assertThat(all(Event.CasAnswered.class).getFirst().outcome())
        .isEqualTo(new CasOutcome.Unknown());
  }

  @Test
  void after_a_restart_of_the_server_the_watch_is_told_as_lost_and_lists_anew() {
    store.restartWatch();
    await(Event.WatchListed.class, 1);
    write(0, 1);
    await(Event.LeaseDelivered.class, 1);
    events.clear();

    bed.nats().stopAll();
    await(Event.WatchLost.class, 1);
    send(1, 2, ANSWER);
    await(Event.CasAnswered.class, 1);
    assertThat(all(Event.CasAnswered.class).getFirst().outcome())
        .as("nothing is kept for later")
        .isEqualTo(new CasOutcome.Unknown());
    bed.nats().startAll();
    await(Event.WatchLost.class, 2);
    store.restartWatch();

    await(Event.WatchListed.class, 1);
    assertThat(all(Event.WatchStarted.class)).hasSize(1);
    assertThat(all(Event.LeaseDelivered.class))
        .extracting(event -> event.stored().lease())
        .containsExactly(Records.lease(1));
  }

  @Test
  void nothing_is_sent_on_a_connection_whose_watch_the_core_was_not_told_of() {
    ClusterName cluster = new ClusterName("cluster-" + clusters++);
    List<LongFunction<Event>> untold = new CopyOnWriteArrayList<>();
    Action.WriteLease first =
        new Action.WriteLease(0, Records.lease(1), Purpose.RENEW, LONG.toMillis());
    try (LeaseStore other =
        new LeaseStore(
            () -> bed.nats().options().build(),
            cluster,
            untold::add,
            InstantSource.system(),
            ANSWER)) {
      other.start();
      bed.eventually(LONG, () -> !untold.isEmpty());
      other.restartWatch();
      // The connection is told of, then the watch is begun and listed.
      bed.eventually(LONG, () -> untold.size() >= 3);

      other.write(first);
      assertThat(untold.getLast().apply(0)).isEqualTo(answered(first, new CasOutcome.Unknown()));

      assertThat(untold.get(1).apply(0)).isInstanceOf(Event.WatchStarted.class);
      other.write(first);
      bed.eventually(
          LONG,
          () -> untold.stream().anyMatch(event -> event.apply(0) instanceof Event.LeaseDelivered));
    }
  }

  @Test
  void a_new_session_silences_the_one_before() {
    store.restartWatch();
    await(Event.WatchListed.class, 1);
    store.restartWatch();
    await(Event.WatchListed.class, 2);

    write(0, 1);
    CasOutcome.Acked last = write(acked().revision(), 2);
    await(
        event ->
            event instanceof Event.LeaseDelivered delivered
                && delivered.stored().revision() == last.revision(),
        1);

    assertThat(all(Event.LeaseDelivered.class)).hasSize(2);
  }

  @Test
  void the_server_forgets_the_consumer_of_a_session_that_is_over() {
    for (int session = 1; session <= 3; session++) {
      store.restartWatch();
      await(Event.WatchListed.class, session);
    }

    bed.eventually(Duration.ofSeconds(30), () -> consumers() == 1);
  }

  private long consumers() {
    try {
      return operator.jetStreamManagement().getConsumers(RecordKeys.STREAM).stream()
          .filter(each -> keys.all().equals(each.getConsumerConfiguration().getFilterSubject()))
          .count();
    } catch (IOException | JetStreamApiException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void a_record_that_cannot_be_read_is_passed_over() throws Exception {
    store.restartWatch();
    await(Event.WatchListed.class, 1);

    put(keys.state(), new JsonObject().put("epoch", "seven"));
    put(keys.config(), ConfigJson.write(Records.CONFIG));

    await(Event.ConfigDelivered.class, 1);
    assertThat(all(Event.LeaseDelivered.class)).isEmpty();
  }

  private CasOutcome.Acked write(long expected, long number) {
    return (CasOutcome.Acked) outcomeOf(expected, number);
  }

  private CasOutcome outcomeOf(long expected, long number) {
    Claim claim = send(expected, number, LONG);
    await(event -> event instanceof Event.CasAnswered answer && answer.claim().equals(claim), 1);
    return all(Event.CasAnswered.class).stream()
        .filter(answer -> answer.claim().equals(claim))
        .findFirst()
        .orElseThrow()
        .outcome();
  }

  private static Event answered(Action.WriteLease write, CasOutcome outcome) {
    return new Event.CasAnswered(0, write.lease().claim(), outcome);
  }

  private CasOutcome.Acked acked() {
    return (CasOutcome.Acked) all(Event.CasAnswered.class).getLast().outcome();
  }

  private Claim send(long expected, long number, Duration within) {
    LeaseRecord lease = Records.lease(number);
    store.write(new Action.WriteLease(expected, lease, Purpose.RENEW, within.toMillis()));
    return lease.claim();
  }

  private void put(String subject, JsonObject record) throws Exception {
    operator.jetStream().publish(subject, JsonWriter.compact(record.node()));
  }

  private void await(Class<? extends Event> kind, int count) {
    await(kind::isInstance, count);
  }

  private void await(Predicate<Event> wanted, int count) {
    bed.eventually(LONG, () -> events.stream().filter(wanted).count() >= count);
  }

  private <E extends Event> List<E> all(Class<E> kind) {
    return events.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private List<Class<? extends Event>> kinds(Class<?>... wanted) {
    List<Class<?>> asked = List.of(wanted);
    return events.stream()
        .<Class<? extends Event>>map(Event::getClass)
        .filter(asked::contains)
        .toList();
  }
}
