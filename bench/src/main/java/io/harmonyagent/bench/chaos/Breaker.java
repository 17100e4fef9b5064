package io.harmonyagent.bench.chaos;

import io.harmonyagent.testbed.NatsNode;
import io.harmonyagent.testbed.NatsServers;
import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import io.harmonyagent.testbed.TestbedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Breaks things, and puts them right again. What cannot be broken just now, because another fault
 * was there first, is left out: the story tells.
 */
final class Breaker {
  private static final int LOSS_PERCENT = 30;
  private static final Duration JUMP = Duration.ofMinutes(10);

  /** Undoes what a strike has done. */
  @FunctionalInterface
  private interface Repair {
    void carryOut();
  }

  private static final Repair NOTHING_TO_REPAIR = () -> {};

  private final Testbed bed;
  private final GuardedCluster cluster;
  private final Story story;
  private final Site leader;
  private final MeshCopy meshCopy;
  private final Map<Strike, Repair> repairs = new LinkedHashMap<>();
  private final Map<Strike, Repair> networkFaults = new LinkedHashMap<>();
  private final List<Strike> skipped = new ArrayList<>();

  Breaker(Testbed bed, GuardedCluster cluster, Site leader, MeshCopy meshCopy, Story story) {
    this.bed = bed;
    this.cluster = cluster;
    this.meshCopy = meshCopy;
    this.story = story;
    this.leader = leader;
  }

  void strike(Strike strike) {
    Site site = target(strike);
    story.tell(strike.kind() + (strike.kind().hasTarget() ? " of " + site : ""));
    try {
      repairs.put(strike, breaking(strike, site));
    } catch (TestbedException | IllegalStateException e) {
      skipped.add(strike);
      story.tell("  is not possible: " + firstLine(e));
    }
  }

  /** What could not be made. */
  List<Strike> skipped() {
    return List.copyOf(skipped);
  }

  private Site target(Strike strike) {
    return switch (strike.target()) {
      case LEADER -> leader;
      case FOLLOWER -> cluster.peerOf(leader);
    };
  }

  void repair(Strike strike) {
    Repair repair = repairs.remove(strike);
    if (repair != null) {
      story.tell("end of " + strike.kind());
      try {
        repair.carryOut();
      } catch (TestbedException | IllegalStateException e) {
        story.tell("  did not go well: " + firstLine(e));
      }
    }
  }

  /** Whatever the faults have left: all that should be on is on, and reaches the rest. */
  void repairAll() {
    Map.copyOf(repairs).keySet().forEach(this::repair);
    bed.heal();
    for (Site site : cluster.sites()) {
      try {
        switchOn(site.pi());
      } catch (TestbedException e) {
        story.tell("  " + site + " does not come up: " + firstLine(e));
      }
    }
    bed.nats().startAll();
    story.tell("all is well again");
  }

  private Repair breaking(Strike strike, Site site) {
    Pi pi = site.pi();
    Pi peer = cluster.peerOf(site).pi();
    NatsServers nats = bed.nats();
    return switch (strike.kind()) {
      case POWER_CUT -> {
        pi.powerCut();
        yield () -> switchOn(pi);
      }
      case BOTH_SITES_REBOOTED -> {
        cluster.sites().forEach(each -> each.pi().powerCut());
        yield () -> cluster.sites().forEach(each -> switchOn(each.pi()));
      }
      case CUT_FROM_MESH -> network(strike, () -> pi.partitionFrom(nats));
      case CUT_FROM_PEER -> network(strike, () -> pi.partitionFrom(peer));
      case CUT_FROM_MESH_AND_PEER -> network(strike, () -> pi.partitionFrom(nats, peer));
      case ISOLATED -> network(strike, pi::isolate);
      case DEAF_TO_MESH -> network(strike, () -> pi.cannotHear(nats));
      case UNHEARD_BY_MESH ->
          network(strike, () -> nats.members().forEach(node -> node.cannotHear(pi)));
      case LATENCY_ABOVE_THE_TIMEOUT ->
          network(strike, () -> pi.delay(Duration.ofMillis(cluster.timing().heartbeatTimeoutMs())));
      case LOSES_30_PERCENT -> network(strike, () -> pi.lose(LOSS_PERCENT));
      case AGENT_KILLED -> {
        pi.kill(running(pi, cluster.agentUnit()));
        yield NOTHING_TO_REPAIR;
      }
      case AGENT_FROZEN -> {
        long pid = running(pi, cluster.agentUnit());
        pi.freeze(pid);
        // Its watchdog may have ended it meanwhile.
        yield () -> {
          if (pi.isOn()) {
            pi.run("kill", "-CONT", String.valueOf(pid));
          }
        };
      }
      case AGENT_RESTARTED -> {
        pi.run("systemctl", "restart", "--no-block", cluster.agentUnit()).orFail();
        yield NOTHING_TO_REPAIR;
      }
      case AGENT_UPDATED -> {
        cluster.update(site);
        yield NOTHING_TO_REPAIR;
      }
      case POSTGRES_KILLED -> {
        pi.kill(running(pi, cluster.postgresUnit()));
        yield NOTHING_TO_REPAIR;
      }
      case POSTGRES_FROZEN -> {
        signalPostgres(pi, "STOP");
        yield () -> signalPostgres(pi, "CONT");
      }
      case POSTGRES_WILL_NOT_STOP -> {
        pi.petrify(cluster.postgresUnit());
        yield pi::unpetrify;
      }
      case DISK_FULL -> {
        pi.fillDisk();
        yield pi::freeDisk;
      }
      case NATS_LEADER_KILLED -> {
        NatsNode leader = cluster.streamLeader();
        leader.kill();
        yield () -> start(leader);
      }
      case NATS_LEADER_FROZEN -> {
        NatsNode leader = cluster.streamLeader();
        leader.freeze();
        yield leader::thaw;
      }
      case NATS_CLOCK_JUMPS -> {
        NatsNode leader = cluster.streamLeader();
        leader.setClockAhead(strike.at().toMillis() % 2 == 0 ? JUMP : JUMP.negated());
        yield () -> leader.setClockAhead(Duration.ZERO);
      }
      case NATS_DOWN -> {
        nats.stopAll();
        yield nats::startAll;
      }
      case NATS_RESTORED_FROM_AN_OLDER_COPY -> {
        nats.stopAll();
        meshCopy.restore();
        yield nats::startAll;
      }
    };
  }

  /**
   * Several faults may lie on one line; the testbed ends all of a line's at once, so those that go
   * on are made anew.
   */
  private Repair network(Strike strike, Repair breaking) {
    breaking.carryOut();
    networkFaults.put(strike, breaking);
    return () -> {
      networkFaults.remove(strike);
      bed.heal();
      networkFaults.values().forEach(Repair::carryOut);
    };
  }

  /** Number 0 would be everybody in our own group of processes. */
  private static long running(Pi pi, String unit) {
    long pid = pi.mainPid(unit);
    if (pid <= 0) {
      throw new IllegalStateException(unit + " does not run just now");
    }
    return pid;
  }

  private void signalPostgres(Pi pi, String signal) {
    pi.run("systemctl", "kill", "--signal=" + signal, cluster.postgresUnit());
  }

  static void switchOn(Pi pi) {
    try {
      if (!pi.isOn()) {
        pi.boot();
      }
    } catch (IllegalStateException e) {
      // The ladder has reset it, and meanwhile it came up by itself.
      if (!pi.isOn()) {
        throw e;
      }
    }
  }

  private static void start(NatsNode node) {
    if (!node.isRunning()) {
      node.start();
    }
  }

  private static String firstLine(RuntimeException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("?");
  }
}
