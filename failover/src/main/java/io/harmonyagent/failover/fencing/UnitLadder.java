package io.harmonyagent.failover.fencing;

import io.harmonyagent.failover.core.FenceRung;
import io.harmonyagent.failover.site.Database;
import io.harmonyagent.failover.site.Ladder;
import io.harmonyagent.failover.systemd.SystemdFailure;
import io.harmonyagent.failover.systemd.Units;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ladder as the core's shell uses it. */
public final class UnitLadder implements Ladder {
  private static final Logger log = LoggerFactory.getLogger(UnitLadder.class);
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final String RESET = "harmony-reset.service";

  private final Units units;
  private final GuardUnits guard;
  private final String unit;
  private final int port;
  private final Database database;
  private final MachineReset lastResort;

  public UnitLadder(Units units, String cluster, String unit, int port, Database database) {
    this(units, cluster, unit, port, database, MachineReset.byKernel());
  }

  UnitLadder(
      Units units,
      String cluster,
      String unit,
      int port,
      Database database,
      MachineReset lastResort) {
    this.units = units;
    this.guard = new GuardUnits(cluster);
    this.unit = unit;
    this.port = port;
    this.database = database;
    this.lastResort = lastResort;
  }

  @Override
  public Result climb(FenceRung from, Duration within) {
    try {
      return from == FenceRung.REBOOT ? reset() : byUnit(from, within);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Result.NotVerified(from);
    }
  }

  private Result byUnit(FenceRung from, Duration within) throws InterruptedException {
    FenceOrder order = new FenceOrder(guard.cluster(), unit, port, within);
    return new UnitFence(units, order)
        .run(from)
        .<Result>map(rung -> new Result.Verified(database.look(LOOK), rung))
        .orElse(new Result.NotVerified(FenceRung.PORT_DROP));
  }

  /** PID 1 does it as soon as its unit has failed; where it does not answer, the kernel. */
  private Result reset() throws InterruptedException {
    try {
      log.error("{}: PostgreSQL cannot be stopped; this machine is reset", guard.cluster());
      units.start(RESET, Units.Mode.REPLACE, LOOK);
    } catch (SystemdFailure e) {
      log.error("{}: {}; the kernel is asked", RESET, e.sentence());
      lastResort.now();
    }
    return new Result.NotVerified(FenceRung.REBOOT);
  }
}
