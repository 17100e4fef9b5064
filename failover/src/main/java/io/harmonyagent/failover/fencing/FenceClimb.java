package io.harmonyagent.failover.fencing;

import io.harmonyagent.failover.core.FenceRung;
import io.harmonyagent.failover.systemd.SystemdFailure;
import io.harmonyagent.failover.systemd.Units;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ladder itself: each rung has its share of the time, and the next one is taken when the end of
 * PostgreSQL was not observed by then. Runs in a process of PID 1's, with or without an agent.
 */
public final class FenceClimb {
  private static final Logger log = LoggerFactory.getLogger(FenceClimb.class);
  private static final int SIGQUIT = 3;
  private static final int SIGKILL = 9;
  private static final int LOOK_EVERY_MS = 10;

  private final Units units;
  private final FenceOrder order;
  private final Remains remains;
  private final PortDrop drop;

  public FenceClimb(Units units, FenceOrder order) {
    this.units = units;
    this.order = order;
    this.remains = new Remains(units, order.unit(), order.port());
    this.drop = new PortDrop(order.cluster(), order.port());
  }

  /** When PostgreSQL's processes are killed, where a fence may take that long. */
  static Duration killAfter(Duration within) {
    return within.multipliedBy(percent(FenceRung.KILL)).dividedBy(100);
  }

  /** How much of the time is over when a rung begins. */
  private static int percent(FenceRung rung) {
    return switch (rung) {
      case FAST_STOP -> 0;
      case IMMEDIATE_STOP -> 40;
      case KILL -> 60;
      case PORT_DROP -> 80;
      case REBOOT -> 90;
    };
  }

  /**
   * Climbs until PostgreSQL was seen to have ended.
   *
   * @return the rung that did it; nothing when only the last one is left, which is the caller's:
   *     whoever started this process resets the machine
   */
  public Optional<FenceRung> climb(FenceRung from) throws InterruptedException {
    long beginNs = System.nanoTime();
    FenceRung rung = from;
    take(rung);
    while (true) {
      List<String> obstacles = remains.obstacles();
      long tookMs = (System.nanoTime() - beginNs) / 1_000_000;
      if (obstacles.isEmpty()) {
        ended(rung);
        log.info("fenced {} by {} in {} ms", order.cluster(), rung, tookMs);
        return Optional.of(rung);
      }
      FenceRung due = due(tookMs, from);
      if (due == FenceRung.REBOOT) {
        log.error("{} could not be fenced in {} ms: {}", order.cluster(), tookMs, obstacles);
        return Optional.empty();
      }
      if (due != rung) {
        log.warn("{}: {} did not end it, now {}: {}", order.cluster(), rung, due, obstacles);
        rung = due;
        take(rung);
      }
      Thread.sleep(LOOK_EVERY_MS);
    }
  }

  /** Where the ladder begins higher up, its first rung has the time of those below. */
  private FenceRung due(long tookMs, FenceRung from) {
    FenceRung due = from;
    for (FenceRung rung : FenceRung.values()) {
      if (rung.compareTo(from) > 0 && tookMs * 100 >= order.within().toMillis() * percent(rung)) {
        due = rung;
      }
    }
    return due;
  }

  private void take(FenceRung rung) throws InterruptedException {
    try {
      switch (rung) {
        // PID 1 has begun already where the deadline passed; asking twice does no harm.
        case FAST_STOP -> units.beginStop(order.unit());
        case IMMEDIATE_STOP -> units.kill(order.unit(), "main", SIGQUIT);
        case KILL -> kill();
        case PORT_DROP -> {
          kill();
          drop.begin();
        }
        case REBOOT -> {}
      }
    } catch (SystemdFailure | IOException e) {
      // Whether it helped is observed; what matters is that the next rung comes in its time.
      log.warn("{} {}: {}", order.cluster(), rung, e.getMessage());
    }
  }

  /** By PID 1, and by ourselves should it not answer. */
  private void kill() throws InterruptedException, IOException {
    try {
      units.kill(order.unit(), "all", SIGKILL);
    } catch (SystemdFailure e) {
      for (long pid : remains.processes()) {
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
  }

  private void ended(FenceRung rung) throws InterruptedException {
    if (rung.compareTo(FenceRung.PORT_DROP) >= 0) {
      try {
        drop.end();
      } catch (IOException e) {
        log.warn("{}: its port stays dropped: {}", order.cluster(), e.getMessage());
      }
    }
  }
}
