package io.harmonyagent.failover.postgres;

import io.harmonyagent.failover.core.FenceRung;
import io.harmonyagent.failover.fencing.FenceClimb;
import io.harmonyagent.failover.fencing.FenceOrder;
import io.harmonyagent.failover.systemd.Units;
import java.nio.file.Path;

/** What {@code harmony-agent fence --climb} is, for tests without the agent's binary. */
final class FenceProgram {
  private FenceProgram() {}

  public static void main(String[] args) throws Exception {
    FenceOrder order = FenceOrder.read(args[0]).orElseThrow();
    try (Units units = new Units(Path.of("/run/dbus/system_bus_socket"))) {
      var by = new FenceClimb(units, order).climb(FenceRung.FAST_STOP);
      System.err.println("fenced by " + by);
      System.exit(by.isPresent() ? 0 : 1);
    }
  }
}
