package io.harmonyagent.failover.fencing;

import io.harmonyagent.failover.core.FenceRung;
import io.harmonyagent.failover.systemd.SystemdFailure;
import io.harmonyagent.failover.systemd.Units;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A fence that is begun by whoever is here: PID 1 climbs, in the same unit as at a deadline, so
 * nothing stays half done when the one who began it freezes. Only without PID 1 it is climbed here.
 */
public final class UnitFence {
  private static final Logger log = LoggerFactory.getLogger(UnitFence.class);

  private final Units units;
  private final FenceOrder order;

  public UnitFence(Units units, FenceOrder order) {
    this.units = units;
    this.order = order;
  }

  /** The rung that is known to have been enough; nothing when the time is over. */
  public Optional<FenceRung> run(FenceRung from) throws InterruptedException {
    long beginNs = System.nanoTime();
    try {
      Optional<FenceOrder> changed = order.insteadOf(FenceOrder.read(order.cluster()));
      if (changed.isPresent()) {
        changed.get().write();
      }
      units.start(new GuardUnits(order.cluster()).fence(), Units.Mode.REPLACE, order.within());
      return Optional.of(from);
    } catch (SystemdFailure | IOException e) {
      log.warn("{}: PID 1 did not fence: {}", order.cluster(), e.getMessage());
    }
    Duration left = order.within().minusNanos(System.nanoTime() - beginNs);
    return left.isPositive()
        ? new FenceClimb(units, order.ending(left)).climb(from)
        : Optional.empty();
  }
}
