package io.harmonyagent.failover.fencing;

import io.harmonyagent.failover.systemd.SystemdFailure;
import io.harmonyagent.failover.systemd.UnitState;
import io.harmonyagent.failover.systemd.Units;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What is left of PostgreSQL, as the kernel sees it. PID 1 is asked for the unit; should it not
 * answer, the cgroup and the port say it alone.
 */
final class Remains {
  private static final List<Path> HIERARCHIES =
      List.of(
          Path.of("/sys/fs/cgroup"),
          Path.of("/sys/fs/cgroup/unified"),
          Path.of("/sys/fs/cgroup/systemd"));
  private static final List<Path> SOCKETS =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
  private static final String LISTENS = "0A";

  private final Units units;
  private final String unit;
  private final int port;

  Remains(Units units, String unit, int port) {
    this.units = units;
    this.unit = unit;
    this.port = port;
  }

  /** What still stands against "it accepts nothing"; empty when nothing does. */
  List<String> obstacles() throws InterruptedException {
    List<String> all = new ArrayList<>();
    try {
      UnitState state = units.state(unit);
      if (!state.isDown()) {
        all.add(unit + " is " + state.active() + " (" + state.sub() + ")");
      }
    } catch (SystemdFailure e) {
      // The processes and the port are looked at in any case.
    }
    try {
      List<Long> processes = processes();
      if (!processes.isEmpty()) {
        all.add("processes " + processes);
      }
      if (isListening()) {
        all.add("port " + port + " is open");
      }
    } catch (IOException e) {
      all.add("could not look: " + e);
    }
    return all;
  }

  /** All that run in the unit's cgroup. */
  List<Long> processes() throws IOException {
    List<Long> pids = new ArrayList<>();
    for (Path hierarchy : HIERARCHIES) {
      Path list = hierarchy.resolve(group()).resolve("cgroup.procs");
      try {
        for (String line : Files.readAllLines(list)) {
          long pid = Long.parseLong(line);
          if (pid > 0 && !pids.contains(pid)) {
            pids.add(pid);
          }
        }
      } catch (NoSuchFileException e) {
        // Another hierarchy has it, or nobody.
      }
    }
    return pids;
  }

  /** Templates have a slice of their own; its name is the template's, with dashes escaped. */
  private String group() {
    int at = unit.indexOf('@');
    String slice =
        at < 0 ? "" : "/system-" + unit.substring(0, at).replace("-", "\\x2d") + ".slice";
    return "system.slice" + slice + "/" + unit;
  }

  private boolean isListening() throws IOException {
    String local = String.format(Locale.ROOT, ":%04X", port);
    for (Path table : SOCKETS) {
      for (String line : Files.readAllLines(table)) {
        String[] fields = line.strip().split(" +", 5);
        if (fields.length > 3 && fields[1].endsWith(local) && fields[3].equals(LISTENS)) {
          return true;
        }
      }
    }
    return false;
  }
}
