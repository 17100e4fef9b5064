package io.harmonyagent.bench.chaos;

import io.harmonyagent.failover.core.FailbackMode;
import io.harmonyagent.testbed.Testbed;
import io.harmonyagent.testbed.TestbedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * One plan, carried out: clients write, things break and are put right, the cluster must come back
 * to its preferred site by itself, and then what clients were told is held against what is there.
 */
final class Run {
  private static final Duration PACE = Duration.ofMillis(10);
  private static final Duration TO_BEGIN = Duration.ofSeconds(60);
  private static final Duration TO_RECOVER = Duration.ofMinutes(2);
  private static final Duration AFTERWARDS = Duration.ofMillis(500);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

  /**
   * How it ended.
   *
   * @param skipped what could not be broken, because another fault was there first
   * @param recovery from the end of the last fault until all was as before; empty when it never was
   */
  record Result(
      Plan plan,
      List<Strike> skipped,
      Optional<Verdict> verdict,
      Optional<Duration> recovery,
      List<String> story) {

    boolean isGood() {
      return recovery.isPresent()
          && verdict.filter(found -> isGood(plan.mode(), found)).isPresent();
    }

    private static boolean isGood(Mode mode, Verdict verdict) {
      return verdict.overlaps().isEmpty()
          && verdict.phantoms().isEmpty()
          && verdict.unexplained() == 0
          && (mode.mayLose() || verdict.losses().isEmpty());
    }
  }

  private final Testbed bed;
  private final GuardedCluster cluster;
  private final Plan plan;
  private final Story story = new Story();

  Run(Testbed bed, GuardedCluster cluster, Plan plan) {
    this.bed = bed;
    this.cluster = cluster;
    this.plan = plan;
  }

  Result go() throws InterruptedException {
    Site leader = cluster.preferred();
    cluster.set(cluster.timing(), plan.mode(), FailbackMode.AUTO);
    if (!settles(leader, TO_BEGIN)) {
      story.tell("not well even before the first fault: " + state());
      return new Result(plan, List.of(), Optional.empty(), Optional.empty(), story.lines());
    }
    Clients clients = Clients.of(bed, cluster);
    startAll(clients, leader);
    bed.eventually(TO_BEGIN, () -> clients.journals().stream().allMatch(Run::hasWritten));
    List<Strike> skipped;
    try (MeshCopy copy = MeshCopy.of(bed.nats())) {
      Breaker breaker = new Breaker(bed, cluster, leader, copy, story);
      carryOut(breaker);
      breaker.repairAll();
      skipped = breaker.skipped();
    }
    long healedNs = System.nanoTime();
    boolean recovered = settles(leader, TO_RECOVER);
    Duration took = Duration.ofNanos(System.nanoTime() - healedNs);
    story.tell(recovered ? "as before again" : "did not come back: " + state());
    Thread.sleep(AFTERWARDS);
    List<Journal> journals = clients.stop();
    // A fence that was under way when all was healed may come after it was as before.
    Optional<Verdict> verdict =
        settles(leader, TO_RECOVER)
            ? cluster.writable().map(site -> new Aftermath(cluster, site).verdict(journals))
            : Optional.empty();
    return new Result(
        plan, skipped, verdict, recovered ? Optional.of(took) : Optional.empty(), story.lines());
  }

  private void startAll(Clients clients, Site leader) {
    Site other = cluster.peerOf(leader);
    String run = "s" + plan.seed() + "-" + Long.toString(System.nanoTime(), 36);
    clients.startFaithful(run + "-a", leader, PACE);
    clients.startFaithful(run + "-b", other, PACE);
    clients.startFickle(run + "-c", leader, PACE);
    clients.startFickle(run + "-d", other, PACE);
  }

  private static boolean hasWritten(Journal journal) {
    return journal.attempts().stream().anyMatch(attempt -> attempt.commit().isPresent());
  }

  /** In the order of the plan's times; what takes long delays what comes after it. */
  private void carryOut(Breaker breaker) throws InterruptedException {
    record Moment(Duration at, Runnable what) {}
    List<Moment> moments = new ArrayList<>();
    for (Strike strike : plan.strikes()) {
      moments.add(new Moment(strike.at(), () -> breaker.strike(strike)));
      moments.add(new Moment(strike.until(), () -> breaker.repair(strike)));
    }
    moments.sort(Comparator.comparing(Moment::at));
    long beginNs = System.nanoTime();
    for (Moment moment : moments) {
      long waitNs = moment.at().toNanos() - (System.nanoTime() - beginNs);
      if (waitNs > 0) {
        Thread.sleep(Duration.ofNanos(waitNs));
      }
      moment.what().run();
    }
  }

  /** People only do what no rule may do by itself: accept a mesh that has lost records. */
  private boolean settles(Site leader, Duration within) throws InterruptedException {
    long endNs = System.nanoTime() + within.toNanos();
    while (System.nanoTime() < endNs) {
      try {
        if (cluster.isSettled(leader)) {
          return true;
        }
        if (forgets()) {
          cluster.liftSafe();
        }
      } catch (TestbedException e) {
        // A site that resets itself is off for a moment.
        story.tell("  " + String.valueOf(e.getMessage()).lines().findFirst().orElse("?"));
      }
      Thread.sleep(BETWEEN_LOOKS);
    }
    return false;
  }

  private boolean forgets() {
    return plan.strikes().stream()
        .anyMatch(strike -> strike.kind() == FaultKind.NATS_RESTORED_FROM_AN_OLDER_COPY);
  }

  private String state() {
    StringBuilder state = new StringBuilder("lease " + cluster.lease());
    for (Site site : cluster.sites()) {
      state.append("; ").append(site).append(' ');
      state.append(
          site.pi().isOn()
              ? cluster
                  .sql(site, "select pg_is_in_recovery(), pg_is_in_recovery() or true, now()")
                  .text()
              : "is off");
    }
    return state.toString();
  }
}
