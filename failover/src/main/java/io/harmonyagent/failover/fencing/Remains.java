package io.harmonyagent.failover.fencing;

import io.harmonyagent.failover.systemd.SystemdFailure;
import io.harmonyagent.failover.systemd.UnitState;
import io.harmonyagent.failover.systemd.Units;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

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
  private static final Path PROCESSES = Path.of("/proc");

  /** Which column of the table has the socket's number. */
  private static final int NUMBER = 9;

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
      Set<String> sockets = listening();
      if (!sockets.isEmpty() && (!all.isEmpty() || !allAreStrangers(sockets))) {
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

  /** The sockets at which somebody listens on the port, by their numbers. */
  private Set<String> listening() throws IOException {
    String local = String.format(Locale.ROOT, ":%04X", port);
    Set<String> sockets = new HashSet<>();
    for (Path table : SOCKETS) {
      for (String line : Files.readAllLines(table)) {
        String[] fields = line.strip().split(" +", -1);
        if (fields.length > NUMBER && fields[1].endsWith(local) && fields[3].equals(LISTENS)) {
          sockets.add("socket:[" + fields[NUMBER] + "]");
        }
      }
    }
    return sockets;
  }

  /**
   * Whether each is held by programs outside of the unit, and by nobody else. Another program on
   * the port keeps PostgreSQL from opening, and is no reason to reset the machine. Asked only when
   * nothing else is left, since it looks at every process.
   */
  private boolean allAreStrangers(Set<String> sockets) throws IOException {
    Set<String> strangers = new HashSet<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
      for (Path process : processes) {
        Set<String> held = heldBy(process, sockets);
        if (!held.isEmpty() && isOfTheUnit(process)) {
          return false;
        }
        strangers.addAll(held);
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return strangers.equals(sockets);
  }

  private static Set<String> heldBy(Path process, Set<String> sockets) {
    Set<String> held = new HashSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path file : files) {
        String target = target(file);
        if (sockets.contains(target)) {
          held.add(target);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // It has ended meanwhile.
    }
    return held;
  }

  private static String target(Path file) {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (IOException e) {
      return "";
    }
  }

  private boolean isOfTheUnit(Path process) {
    try {
      return Files.readString(process.resolve("cgroup")).contains("/" + unit);
    } catch (IOException e) {
      // Not known, so it counts; if it has ended, the next look will tell.
      return true;
    }
  }
}
