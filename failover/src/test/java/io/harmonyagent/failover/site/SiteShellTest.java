package io.harmonyagent.failover.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.CasOutcome;
import io.harmonyagent.failover.core.Claim;
import io.harmonyagent.failover.core.Core;
import io.harmonyagent.failover.core.Durable;
import io.harmonyagent.failover.core.Event;
import io.harmonyagent.failover.core.FenceCause;
import io.harmonyagent.failover.core.FenceRung;
import io.harmonyagent.failover.core.LeaseRecord;
import io.harmonyagent.failover.core.LeaseStatus;
import io.harmonyagent.failover.core.PostgresMode;
import io.harmonyagent.failover.core.Purpose;
import io.harmonyagent.failover.core.ReplicationMode;
import io.harmonyagent.failover.core.Seen;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.core.SiteReport;
import io.harmonyagent.failover.core.Step;
import io.harmonyagent.failover.lease.LeaseAccess;
import io.harmonyagent.failover.lease.LeaseEvents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell around a core that says what the test wants. */
class SiteShellTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final SiteId ME = new SiteId("a");
  private static final SiteId PEER = new SiteId("b");
  private static final Claim CLAIM = new Claim(ME, "run", 1);
  private static final Action.Fence FENCE =
      new Action.Fence(FenceRung.FAST_STOP, 5_000, FenceCause.FAILURES);

  @TempDir Path directory;

  private final FakeParts postgres = new FakeParts();
  private final AtomicLong clock = new AtomicLong(1_000);
  private final List<Event> told = new CopyOnWriteArrayList<>();
  private final List<String> mesh = new CopyOnWriteArrayList<>();
  private final AtomicInteger news = new AtomicInteger();
  private LeaseEvents events = _ -> {};
  private StateFile disk;
  private Function<Event, List<Action>> script = _ -> List.of();
  private SiteShell shell;

  @BeforeEach
  void set_up() {
    disk = new StateFile(directory.resolve("shop"));
    Core core =
        (state, event) -> {
          told.add(event);
          return new Step(state, script.apply(event));
        };
    shell =
        new SiteShell(
            new SiteShell.Identity(ME, "run"),
            core,
            postgres.parts(),
            disk,
            new SiteShell.Surroundings(
                this::meshFor,
                recorder(),
                _ -> news.incrementAndGet(),
                clock::get,
                InstantSource.system()));
  }

  @AfterEach
  void end() throws InterruptedException {
    postgres.holdOpening.countDown();
    postgres.holdFollowing.countDown();
    postgres.holdClimbing.countDown();
    assertThat(shell.close(LONG)).as("everything ended").isTrue();
  }

  @Test
  void the_first_event_tells_what_is_on_disk_what_runs_and_what_the_deadman_holds()
      throws Exception {
    Durable known =
        new Durable(new Seen(7, Optional.of(ME), 3, 4), 7, 0, 6, true, Optional.empty());
    disk.write(known);
    postgres.now = FakeParts.WRITABLE;
    postgres.deadline = OptionalLong.of(9_000);

    start();

    await(Event.Started.class);
    assertThat(told.getFirst())
        .isEqualTo(new Event.Started(1_000, known, FakeParts.WRITABLE, postgres.deadline));
  }

  @Test
  void a_state_that_cannot_be_read_is_not_taken_for_a_new_one() throws Exception {
    Files.createDirectories(directory.resolve("shop"));
    Files.writeString(directory.resolve("shop/state.json"), "{\"seen\": ");

    IOException refused = null;
    try {
      start();
    } catch (IOException e) {
      refused = e;
    }

    assertThat(refused).hasMessageContaining("state.json").hasMessageContaining("remove");
  }

  @Test
  void an_event_gets_its_time_when_the_core_takes_it() throws Exception {
    CountDownLatch frozen = new CountDownLatch(1);
    script =
        event -> {
          if (event instanceof Event.WatchStarted) {
            awaitQuietly(frozen);
          }
          return List.of();
        };
    start();
    events.offer(Event.WatchStarted::new);
    await(Event.WatchStarted.class);
    events.offer(Event.WatchListed::new);

    clock.addAndGet(60_000);
    frozen.countDown();

    await(Event.WatchListed.class);
    assertThat(first(Event.WatchListed.class).nowMs()).isGreaterThanOrEqualTo(61_000);
  }

  @Test
  void after_a_freeze_there_is_one_tick_and_not_one_for_each_that_was_missed() throws Exception {
    start();
    await(Event.Started.class);

    clock.addAndGet(60_000);
    events.offer(Event.WatchListed::new);
    await(Event.WatchListed.class);
    await(Event.Tick.class);
    events.offer(Event.WatchLost::new);
    await(Event.WatchLost.class);

    assertThat(all(Event.Tick.class)).hasSize(1);
  }

  @Test
  void ticks_come_however_much_mail_there_is() throws Exception {
    script =
        event -> {
          clock.addAndGet(10);
          if (event instanceof Event.WatchListed) {
            events.offer(Event.WatchListed::new);
          }
          return List.of();
        };
    start();
    events.offer(Event.WatchListed::new);

    eventually(() -> all(Event.Tick.class).size() > 3);
    script = _ -> List.of();
  }

  @Test
  void what_is_to_be_kept_is_on_disk_before_anything_that_follows_is_done() throws Exception {
    Durable durable = new Durable(Seen.NOTHING, 12, 0, 0, false, Optional.empty());
    List<Durable> onDisk = new CopyOnWriteArrayList<>();
    script =
        on(
            Event.WatchListed.class,
            new Action.Persist(durable),
            new Action.WriteLease(1, lease(), Purpose.RENEW, 1_000));
    whenWritten = () -> onDisk.add(read());
    start();
    events.offer(Event.WatchListed::new);

    eventually(() -> !onDisk.isEmpty());
    assertThat(onDisk).containsExactly(durable);
  }

  @Test
  void when_the_disk_does_not_take_the_state_nothing_follows_and_this_life_is_over()
      throws Exception {
    script =
        on(
            Event.WatchListed.class,
            new Action.Persist(Durable.NOTHING),
            new Action.WriteLease(1, lease(), Purpose.RENEW, 1_000));
    start();
    Files.writeString(directory.resolve("shop"), "a file where the directory should be");
    events.offer(Event.WatchListed::new);

    eventually(() -> shell.failure().isPresent());
    assertThat(shell.failure().orElseThrow()).contains("state");
    assertThat(mesh).doesNotContain("write");
  }

  @Test
  void a_broken_rule_ends_this_life_and_leaves_postgres_to_the_deadman() throws Exception {
    script =
        event -> {
          if (event instanceof Event.WatchListed) {
            throw new IllegalStateException("a rule");
          }
          return List.of();
        };
    postgres.now = FakeParts.WRITABLE;
    start();
    events.offer(Event.WatchListed::new);

    eventually(() -> shell.failure().isPresent());
    events.offer(Event.WatchLost::new);
    assertThat(shell.close(LONG)).isTrue();
    assertThat(all(Event.WatchLost.class)).isEmpty();
    assertThat(postgres.calls).isEmpty();
  }

  @Test
  void an_error_of_the_machine_ends_this_life_too_and_whoever_watches_is_told() throws Exception {
    script =
        event -> {
          if (event instanceof Event.WatchListed) {
            throw new StackOverflowError("too deep");
          }
          return List.of();
        };
    start();
    await(Event.Started.class);
    int toldBefore = news.get();
    events.offer(Event.WatchListed::new);

    eventually(() -> news.get() > toldBefore);
    assertThat(shell.failure().orElseThrow()).contains("too deep");
  }

  @Test
  void nothing_that_takes_long_holds_up_the_owner() throws Exception {
    postgres.holdFollowing = new CountDownLatch(1);
    script = on(Event.WatchListed.class, new Action.Follow(PEER, 3));
    start();
    events.offer(Event.WatchListed::new);
    eventually(() -> postgres.calls.contains("follow b"));

    events.offer(Event.WatchLost::new);

    await(Event.WatchLost.class);
    assertThat(postgres.calls).doesNotContain("follows b");
  }

  @Test
  void while_something_is_being_done_to_postgres_every_view_says_so() throws Exception {
    postgres.holdFollowing = new CountDownLatch(1);
    script = on(Event.WatchListed.class, new Action.Follow(PEER, 3));
    start();
    events.offer(Event.WatchListed::new);
    eventually(() -> postgres.calls.contains("follow b"));

    postgres.changed(FakeParts.STOPPED);
    await(Event.PostgresChanged.class);
    assertThat(first(Event.PostgresChanged.class).postgres().busy()).isTrue();

    postgres.holdFollowing.countDown();
    eventually(
        () ->
            all(Event.PostgresChanged.class).stream()
                .anyMatch(
                    change ->
                        change.postgres().mode() == PostgresMode.STANDBY
                            && !change.postgres().busy()));
  }

  @Test
  void an_opening_calls_off_a_following_that_takes_for_ever() throws Exception {
    postgres.holdFollowing = new CountDownLatch(1);
    script =
        event ->
            switch (event) {
              case Event.WatchListed _ -> List.of(new Action.Follow(PEER, 3));
              case Event.WatchLost _ -> List.of(new Action.OpenForWrites(4, false));
              default -> List.of();
            };
    start();
    events.offer(Event.WatchListed::new);
    eventually(() -> postgres.calls.contains("follow b"));

    events.offer(Event.WatchLost::new);

    eventually(() -> postgres.calls.contains("opened 4"));
    assertThat(postgres.calls).doesNotContain("follows b");
  }

  @Test
  void a_fence_that_overtook_an_opening_is_told_only_after_it_was_climbed_again() throws Exception {
    postgres.holdOpening = new CountDownLatch(1);
    script =
        event ->
            switch (event) {
              case Event.WatchListed _ -> List.of(new Action.OpenForWrites(4, false));
              case Event.WatchLost _ -> List.of(FENCE);
              default -> List.of();
            };
    start();
    events.offer(Event.WatchListed::new);
    eventually(() -> postgres.calls.contains("open 4"));
    events.offer(Event.WatchLost::new);
    eventually(() -> postgres.calls.contains("climb from FAST_STOP"));
    assertThat(all(Event.Fenced.class)).as("it may yet open").isEmpty();

    postgres.holdOpening.countDown();

    await(Event.Fenced.class);
    assertThat(postgres.calls)
        .containsExactly("open 4", "climb from FAST_STOP", "opened 4", "climb from FAST_STOP");
    assertThat(postgres.now.mode()).isEqualTo(PostgresMode.STOPPED);
  }

  @Test
  void the_second_climb_has_its_time_however_long_the_first_one_took() throws Exception {
    postgres.holdOpening = new CountDownLatch(1);
    script =
        event ->
            switch (event) {
              case Event.WatchListed _ -> List.of(new Action.OpenForWrites(4, false));
              case Event.WatchLost _ ->
                  List.of(new Action.Fence(FenceRung.FAST_STOP, 1, FenceCause.FAILURES));
              default -> List.of();
            };
    start();
    events.offer(Event.WatchListed::new);
    eventually(() -> postgres.calls.contains("open 4"));
    events.offer(Event.WatchLost::new);
    await(Event.ClimbsAgain.class);

    postgres.holdOpening.countDown();

    await(Event.Fenced.class);
    assertThat(postgres.climbTimes.getLast()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    assertThat(all(Event.ClimbsAgain.class)).as("the core waits for it").hasSize(2);
  }

  @Test
  void a_stop_is_prepared_beside_everything_else() throws Exception {
    postgres.holdFollowing = new CountDownLatch(1);
    script =
        on(Event.WatchListed.class, new Action.Follow(PEER, 3), new Action.PrepareStop(60_000));
    start();
    events.offer(Event.WatchListed::new);

    await(Event.StopPrepared.class);
    assertThat(first(Event.StopPrepared.class).ok()).isTrue();
    assertThat(postgres.calls).doesNotContain("follows b");
  }

  @Test
  void an_opening_that_was_not_begun_is_forgotten_by_a_fence() throws Exception {
    script =
        event ->
            event instanceof Event.WatchListed
                ? List.of(new Action.OpenForWrites(4, false), FENCE)
                : List.of();
    postgres.holdOpening = new CountDownLatch(1);
    start();
    events.offer(Event.WatchListed::new);
    eventually(() -> postgres.calls.contains("climb from FAST_STOP"));
    postgres.holdOpening.countDown();

    await(Event.Fenced.class);
    assertThat(postgres.now.mode()).isEqualTo(PostgresMode.STOPPED);
  }

  @Test
  void climbs_that_hang_do_not_keep_the_machine_from_its_reset() throws Exception {
    postgres.holdClimbing = new CountDownLatch(1);
    script =
        on(
            Event.WatchListed.class,
            Arrays.stream(FenceRung.values())
                .map(rung -> new Action.Fence(rung, 5_000, FenceCause.FAILURES))
                .toArray(Action[]::new));
    start();
    events.offer(Event.WatchListed::new);

    eventually(() -> postgres.calls.contains("climb from REBOOT"));
  }

  @Test
  void nothing_is_promised_while_the_deadman_does_not_know_the_shorter_deadline() throws Exception {
    postgres.deadmanRefuses = true;
    script =
        on(
            Event.WatchListed.class,
            new Action.ArmDeadman(4_000, 500),
            new Action.WriteLease(1, lease(), Purpose.RENEW, 1_000));
    start();
    events.offer(Event.WatchListed::new);

    await(Event.CasAnswered.class);
    assertThat(first(Event.CasAnswered.class).outcome()).isEqualTo(new CasOutcome.Unknown());
    assertThat(mesh).doesNotContain("write");

    postgres.deadmanRefuses = false;
    script = on(Event.WatchLost.class, new Action.WriteLease(1, lease(), Purpose.RENEW, 1_000));
    events.offer(Event.WatchLost::new);
    eventually(() -> mesh.contains("write"));
    assertThat(postgres.calls).as("the debt was paid first").contains("arm 4000");
  }

  @Test
  void a_wish_about_waiting_is_carried_out_in_the_end_and_comes_back_with_its_number()
      throws Exception {
    postgres.waitsToFail.set(1);
    script = on(Event.WatchListed.class, new Action.WaitForPeer(9, false));
    start();
    events.offer(Event.WatchListed::new);

    await(Event.SyncApplied.class);
    assertThat(first(Event.SyncApplied.class).ask()).isEqualTo(9);
    assertThat(postgres.calls).containsExactly("wait false", "wait false");
  }

  @Test
  void ending_a_life_leaves_postgres_and_the_deadman_as_they_are() throws Exception {
    postgres.now = FakeParts.WRITABLE;
    postgres.deadline = OptionalLong.of(99_000);
    start();
    await(Event.Started.class);

    assertThat(shell.close(LONG)).isTrue();

    assertThat(postgres.calls).isEmpty();
    assertThat(postgres.deadline).hasValue(99_000);
  }

  private void start() throws IOException {
    shell.start();
  }

  private Runnable whenWritten = () -> {};

  private static FlightRecorder recorder() {
    return new FlightRecorder() {
      @Override
      public void record(Entry entry) {}

      @Override
      public void close() {}
    };
  }

  private LeaseAccess meshFor(LeaseEvents newEvents) {
    events = newEvents;
    return new LeaseAccess() {
      @Override
      public void start() {}

      @Override
      public void beats(Duration every) {}

      @Override
      public void restartWatch() {
        mesh.add("restart");
      }

      @Override
      public void write(Action.WriteLease write) {
        mesh.add("write");
        whenWritten.run();
      }

      @Override
      public void write(SiteReport report) {
        mesh.add("report");
      }

      @Override
      public void close() {}
    };
  }

  private Durable read() {
    try {
      return disk.read();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static LeaseRecord lease() {
    return new LeaseRecord(
        1,
        Optional.of(ME),
        ME,
        LeaseStatus.HEALTHY,
        1,
        1,
        1,
        ReplicationMode.ASYNC,
        Set.of(),
        1,
        1,
        5_000,
        CLAIM,
        Purpose.RENEW);
  }

  private static Function<Event, List<Action>> on(Class<? extends Event> kind, Action... actions) {
    return event -> kind.isInstance(event) ? List.of(actions) : List.of();
  }

  private <E extends Event> List<E> all(Class<E> kind) {
    return told.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private <E extends Event> E first(Class<E> kind) {
    return all(kind).getFirst();
  }

  private void await(Class<? extends Event> kind) {
    Predicate<Event> wanted = kind::isInstance;
    eventually(() -> told.stream().anyMatch(wanted));
  }

  private static void eventually(BooleanSupplier condition) {
    long end = System.nanoTime() + LONG.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
