package io.harmonyagent.failover.resource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.engine.OwnedThing;
import io.harmonyagent.core.engine.Ownership;
import io.harmonyagent.core.manifest.PostgresSiteJson;
import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.Decision;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.core.reconcile.Target;
import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.Core;
import io.harmonyagent.failover.core.FailoverCore;
import io.harmonyagent.failover.core.FenceRung;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.core.SiteReport;
import io.harmonyagent.failover.lease.LeaseAccess;
import io.harmonyagent.failover.site.FakeParts;
import io.harmonyagent.failover.site.FlightRecorder;
import io.harmonyagent.failover.site.SiteClock;
import io.harmonyagent.failover.site.SiteParts;
import io.harmonyagent.failover.site.SiteShell;
import io.harmonyagent.failover.site.SiteView;
import io.harmonyagent.failover.site.StateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A site is guarded as its manifest says, and what is let go of is fenced first. */
class PostgresSiteReconcilerTest {
  private static final ResourceId ID = new ResourceId("postgres-shop");

  @TempDir Path directory;

  private final FakeParts postgres = new FakeParts();
  private final AtomicInteger lives = new AtomicInteger();
  private final AtomicLong nowMs = new AtomicLong(1_000);
  private Core core = new FailoverCore();
  private boolean notInstalled;
  private final PostgresSiteReconciler sites =
      new PostgresSiteReconciler(new FakeWorkshop(), nowMs::get);

  @AfterEach
  void close() {
    sites.close();
  }

  @Test
  void a_site_that_is_not_guarded_is_taken_under_guard() throws Exception {
    PostgresSiteSpec spec = spec("main", List.of());
    assertThat(decide(spec, "")).isEqualTo(new Decision.Create());

    apply(spec, "");

    assertThat(decide(spec, memo(spec))).isInstanceOf(Decision.Wait.class);
    assertThat(postgres.calls).as("that PostgreSQL is the core's to start").isEmpty();
  }

  @Test
  void a_changed_spec_of_the_same_postgres_interrupts_nothing() throws Exception {
    PostgresSiteSpec before = spec("main", List.of());
    PostgresSiteSpec after = spec("main", List.of("10.0.0.0/8"));
    apply(before, "");

    assertThat(decide(after, memo(before))).isInstanceOf(Decision.Update.class);
    apply(after, memo(before));

    assertThat(lives).hasValue(2);
    assertThat(postgres.calls).isEmpty();
  }

  @Test
  void a_plan_goes_by_the_ledger_since_the_guard_is_somebody_elses() throws Exception {
    PostgresSiteSpec spec = spec("main", List.of());

    assertThat(foresee(spec, "")).isEqualTo(new Decision.Create());
    assertThat(foresee(spec, memo(spec))).isEqualTo(new Decision.Nothing());
    assertThat(foresee(spec("main", List.of("10.0.0.0/8")), memo(spec)))
        .isInstanceOf(Decision.Update.class);
    assertThat(lives).hasValue(0);
  }

  @Test
  void another_postgres_in_its_place_is_guarded_after_the_first_was_fenced() throws Exception {
    PostgresSiteSpec before = spec("main", List.of());
    apply(before, "");

    apply(spec("other", List.of()), memo(before));

    assertThat(postgres.calls).containsSubsequence("climb from FAST_STOP", "disarm");
    assertThat(lives).hasValue(2);
  }

  @Test
  void what_is_deleted_is_fenced_also_after_a_restart_of_the_agent() throws Exception {
    Ownership owned =
        Ownership.of(new OwnedThing(PostgresSiteSpec.KIND, "shop"), ID)
            .withMemo(memo(spec("main", List.of())));

    sites.delete(owned, new Attempt());

    assertThat(postgres.calls).containsExactly("climb from FAST_STOP", "disarm");
    assertThat(lives).hasValue(0);
  }

  @Test
  void what_is_deleted_is_fenced_although_its_programs_are_gone() throws Exception {
    notInstalled = true;
    Ownership owned =
        Ownership.of(new OwnedThing(PostgresSiteSpec.KIND, "shop"), ID)
            .withMemo(memo(spec("main", List.of())));

    sites.delete(owned, new Attempt());

    assertThat(postgres.calls).containsExactly("climb from FAST_STOP", "disarm");
  }

  @Test
  void what_was_guarded_and_cannot_be_read_any_more_is_not_taken_for_fenced() {
    Ownership owned = Ownership.of(new OwnedThing(PostgresSiteSpec.KIND, "shop"), ID).withMemo("{");

    assertThatThrownBy(() -> sites.delete(owned, new Attempt()))
        .isInstanceOf(ReconcileFailure.class)
        .hasMessageContaining("stop it by hand");
  }

  @Test
  void a_guard_that_ends_by_itself_is_told_and_replaced_and_the_next_ones_after_growing_pauses()
      throws Exception {
    core =
        (_, _) -> {
          throw new IllegalStateException("a rule");
        };
    PostgresSiteSpec spec = spec("main", List.of());
    CountDownLatch told = new CountDownLatch(1);
    sites.watch(ID, spec, _ -> told.countDown());

    apply(spec, "");
    assertThat(told.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(decide(spec, memo(spec)))
        .as("the first at once: PostgreSQL is still within its deadline")
        .isInstanceOf(Decision.Update.class);

    for (int pauseMs : new int[] {1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000}) {
      apply(spec, memo(spec));
      eventuallyEnded(spec);
      assertThat(((Decision.Wait) decide(spec, memo(spec))).lookAgainIn())
          .isEqualTo(Duration.ofMillis(pauseMs));
      nowMs.addAndGet(pauseMs);
      assertThat(decide(spec, memo(spec))).isInstanceOf(Decision.Update.class);
    }
    nowMs.addAndGet(600_000);
    apply(spec, memo(spec));
    eventuallyEnded(spec);
    assertThat(decide(spec, memo(spec))).isInstanceOf(Decision.Update.class);
  }

  private void eventuallyEnded(PostgresSiteSpec spec) {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (sites.observe(target(spec, memo(spec)), true).failure().isEmpty()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  @Test
  void a_site_whose_state_cannot_be_read_is_not_guarded_and_says_so() throws Exception {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("state.json"), "{");
    PostgresSiteSpec spec = spec("main", List.of());

    assertThatThrownBy(() -> apply(spec, ""))
        .isInstanceOf(ReconcileFailure.class)
        .hasMessageContaining("state.json");
    assertThat(decide(spec, "")).isEqualTo(new Decision.Create());
  }

  private Decision decide(PostgresSiteSpec spec, String memo) {
    Target<PostgresSiteSpec> target = target(spec, memo);
    return sites.decide(target, sites.observe(target, true));
  }

  private Decision foresee(PostgresSiteSpec spec, String memo) throws Exception {
    Target<PostgresSiteSpec> target = target(spec, memo);
    return sites.decide(target, sites.foresee(target));
  }

  private void apply(PostgresSiteSpec spec, String memo) throws Exception {
    Target<PostgresSiteSpec> target = target(spec, memo);
    SiteSighting seen = sites.observe(target, true);
    Object unused = sites.apply(target, seen, sites.decide(target, seen), new Attempt());
  }

  private static Target<PostgresSiteSpec> target(PostgresSiteSpec spec, String memo) {
    return new Target<>(ID, spec, "hash", !memo.isEmpty(), memo, Optional.empty());
  }

  private static String memo(PostgresSiteSpec spec) {
    return new String(JsonWriter.compact(PostgresSiteJson.write(spec).node()), UTF_8);
  }

  private static PostgresSiteSpec spec(String debianCluster, List<String> allow) {
    return new PostgresSiteSpec(
        "shop",
        "a",
        new PostgresSiteSpec.Peer("b", "b.example", 5432),
        "15",
        Optional.empty(),
        Optional.of(debianCluster),
        5432,
        List.of("*"),
        allow,
        new PostgresSiteSpec.Tls("/ca", "/crt", "/key"),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Shells without a mesh: nothing is ever heard of the cluster. */
  private final class FakeWorkshop implements Workshop {
    @Override
    public SiteParts parts(PostgresSiteSpec spec) throws IOException {
      if (notInstalled) {
        throw new IOException("PostgreSQL 15 is not in /usr/lib/postgresql");
      }
      return postgres.parts();
    }

    @Override
    public Optional<String> fence(PostgresSiteSpec spec, Duration within) {
      Object unused = postgres.climb(FenceRung.FAST_STOP, within);
      postgres.disarm();
      return Optional.empty();
    }

    @Override
    public SiteShell shell(PostgresSiteSpec spec, SiteParts parts, Consumer<SiteView> onChange) {
      lives.incrementAndGet();
      return new SiteShell(
          new SiteShell.Identity(new SiteId(spec.site()), "run"),
          core,
          parts,
          new StateFile(directory),
          new SiteShell.Surroundings(
              _ -> new NoMesh(),
              new NoRecorder(),
              onChange,
              SiteClock.ofJava(),
              InstantSource.system()));
    }
  }

  private static final class NoMesh implements LeaseAccess {
    @Override
    public void start() {}

    @Override
    public void beats(Duration every) {}

    @Override
    public void restartWatch() {}

    @Override
    public void write(Action.WriteLease write) {}

    @Override
    public void write(SiteReport report) {}

    @Override
    public void close() {}
  }

  private static final class NoRecorder implements FlightRecorder {
    @Override
    public void record(Entry entry) {}

    @Override
    public void close() {}
  }
}
