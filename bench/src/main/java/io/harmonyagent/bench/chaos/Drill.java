package io.harmonyagent.bench.chaos;

import io.harmonyagent.testbed.Testbed;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** Clients write, one thing happens, and all of it is on record until what was waited for came. */
final class Drill {
  private static final Duration PACE = Duration.ofMillis(5);
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final Testbed bed;
  private final GuardedCluster cluster;
  private int number;

  Drill(Testbed bed, GuardedCluster cluster) {
    this.bed = bed;
    this.cluster = cluster;
  }

  /** From a cluster that is as it should be. */
  Trace run(Runnable event, Predicate<Trace> until) {
    Site leader = cluster.preferred();
    Site other = cluster.peerOf(leader);
    bed.eventually(LIMIT, () -> cluster.isSettled(leader));
    Clients clients = Clients.of(bed, cluster);
    String name = "drill" + ++number + "-" + Long.toString(System.nanoTime(), 36);
    clients.startFaithful(name + "-a", leader, PACE);
    clients.startFickle(name + "-b", leader, PACE);
    clients.startFickle(name + "-c", other, PACE);
    clients.startFickle(name + "-d", other, PACE);
    bed.eventually(SOON, () -> clients.journals().stream().allMatch(Drill::hasWritten));
    long atNs = System.nanoTime();
    event.run();
    bed.eventually(LIMIT, () -> until.test(new Trace(atNs, clients.journals())));
    List<Journal> journals = clients.stop();
    return new Trace(atNs, journals);
  }

  /** The Pis are on, the network is whole, and the preferred site leads again. */
  void putRight() {
    bed.heal();
    for (Site site : cluster.sites()) {
      Breaker.switchOn(site.pi());
    }
    bed.eventually(LIMIT, () -> cluster.isSettled(cluster.preferred()));
  }

  Verdict verdict(Trace trace) {
    Site leader = bed.eventually(LIMIT, cluster::writable, site -> site.isPresent()).orElseThrow();
    return new Aftermath(cluster, leader).verdict(trace.journals());
  }

  private static boolean hasWritten(Journal journal) {
    return journal.attempts().stream().anyMatch(attempt -> attempt.commit().isPresent());
  }
}
