package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.FailoverCore;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/** Many seeds on some threads, one run per thread, until the budget is used up. */
final class Campaign {
  /** Whichever of these is reached first ends the campaign. */
  record Budget(long seeds, double hours, long millis) {}

  private final long firstSeed;
  private final Budget budget;
  private final Coverage coverage = new Coverage();
  private final long startedNs = System.nanoTime();
  private long nextSeed;
  private long runs;
  private long violations;
  private long events;
  private long cpuNs;
  private double hours;
  private Optional<Long> failingSeed = Optional.empty();

  private Campaign(long firstSeed, Budget budget) {
    this.firstSeed = firstSeed;
    this.budget = budget;
    nextSeed = firstSeed;
  }

  static Campaign run(long firstSeed, Budget budget, int threads) throws InterruptedException {
    Campaign campaign = new Campaign(firstSeed, budget);
    Thread[] workers = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      workers[i] = Thread.ofPlatform().name("simulation-" + i).start(campaign::work);
    }
    for (Thread worker : workers) {
      worker.join();
    }
    return campaign;
  }

  private void work() {
    for (Optional<Long> seed = take(); seed.isPresent(); seed = take()) {
      add(seed.get(), run(seed.get()));
    }
    addCpu(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
  }

  /** A run that cannot be finished is a failing one: a worker never ends in silence. */
  private static Result run(long seed) {
    Plan plan = PlanMaker.from(seed);
    try {
      return Simulation.run(plan, FailoverCore::new);
    } catch (RuntimeException broken) {
      return new Result(plan, 0, 0, Optional.of("world: threw " + broken), new Coverage());
    }
  }

  private synchronized void addCpu(long ns) {
    cpuNs += ns;
  }

  private synchronized Optional<Long> take() {
    boolean over =
        nextSeed - firstSeed >= budget.seeds()
            || hours >= budget.hours()
            || (System.nanoTime() - startedNs) / 1_000_000 >= budget.millis();
    return over ? Optional.empty() : Optional.of(nextSeed++);
  }

  private synchronized void add(long seed, Result result) {
    runs++;
    events += result.events();
    hours += result.hours();
    coverage.add(result.coverage());
    if (result.violation().isPresent()) {
      violations++;
      failingSeed = Optional.of(failingSeed.isPresent() ? Math.min(failingSeed.get(), seed) : seed);
    }
  }

  long violations() {
    return violations;
  }

  double hours() {
    return hours;
  }

  Coverage coverage() {
    return coverage;
  }

  Optional<Long> failingSeed() {
    return failingSeed;
  }

  String summary() {
    double seconds = (System.nanoTime() - startedNs) / 1e9;
    return ("%d runs (seeds %d to %d), %.0f simulated hours in %.1f s: %.1f hours per second"
            + " (%.1f per second of one core), %.2f million events per second,"
            + " %.1f faults per simulated hour, %d violations")
        .formatted(
            runs,
            firstSeed,
            nextSeed - 1,
            hours,
            seconds,
            hours / seconds,
            hours / Math.max(cpuNs / 1e9, 1e-9),
            events / seconds / 1e6,
            coverage.faultsInjected() / Math.max(hours, 1e-9),
            violations);
  }
}
