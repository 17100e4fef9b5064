package io.harmonyagent.failover.fencing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.harmonyagent.failover.systemd.SystemdFailure;
import io.harmonyagent.failover.systemd.Units;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The parts of the guarding units that depend on the cluster; PID 1 reads them when they change.
 */
final class GuardFiles {
  private static final Path UNITS = Path.of("/run/systemd/system");
  private static final String DROP_IN = "50-harmony.conf";

  private final Units units;
  private final GuardUnits guard;
  private final String unit;
  private final int port;
  private final String promotion;
  private final Path read;

  GuardFiles(Units units, GuardUnits guard, String unit, int port, String promotion) {
    this.units = units;
    this.guard = guard;
    this.unit = unit;
    this.port = port;
    this.promotion = promotion;
    this.read = Path.of("/run/harmony-postgres", guard.cluster(), "guard-units-read");
  }

  /** From now on a fence may take that long, by whomever it is begun. */
  void allowFence(Duration within) throws SystemdFailure, InterruptedException {
    Map<String, String> wanted = new LinkedHashMap<>();
    wanted.put(guard.deadman(), "[Unit]\nPropagatesStopTo=" + unit + "\n");
    wanted.put(guard.open(), "[Service]\nExecStart=\nExecStart=" + promotion + "\n");
    wanted.put(guard.fence(), "[Service]\nTimeoutStartSec=" + within.toMillis() + "ms\n");
    // Without any program to climb the ladder, PID 1 goes from the first rung to the third.
    wanted.put(
        unit, "[Service]\nTimeoutStopSec=" + FenceClimb.killAfter(within).toMillis() + "ms\n");
    try {
      new FenceOrder(guard.cluster(), unit, port, within).write();
      // What was written and not read is known by it, also to the next agent.
      boolean changed = !Files.exists(read);
      for (Map.Entry<String, String> each : wanted.entrySet()) {
        changed |= write(each.getKey(), each.getValue());
      }
      if (changed) {
        units.reload();
        Files.createFile(read);
      }
    } catch (IOException e) {
      throw new SystemdFailure("the units that guard " + guard.cluster() + ": " + e);
    }
  }

  private boolean write(String name, String text) throws IOException {
    Path file = UNITS.resolve(name + ".d").resolve(DROP_IN);
    if (Files.exists(file) && Files.readString(file).equals(text)) {
      return false;
    }
    Files.deleteIfExists(read);
    Files.createDirectories(file.getParent());
    Files.write(file, text.getBytes(UTF_8));
    return true;
  }
}
