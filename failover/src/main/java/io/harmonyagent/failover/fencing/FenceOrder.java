package io.harmonyagent.failover.fencing;

import io.harmonyagent.core.files.DurableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a fence has to know, left by the agent for the time when it is not there.
 *
 * @param within the whole ladder ends within that
 */
public record FenceOrder(String cluster, String unit, int port, Duration within) {
  private static final Path FOLDER = Path.of("/run/harmony-postgres");
  private static final String NAME = "fence.conf";

  /** Nothing, when PostgreSQL of that cluster was never run since the boot. */
  public static Optional<FenceOrder> read(String cluster) throws IOException {
    Path file = FOLDER.resolve(cluster).resolve(NAME);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Map<String, String> words = new TreeMap<>();
    for (String line : Files.readAllLines(file)) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        words.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    try {
      return Optional.of(
          new FenceOrder(
              cluster,
              words.getOrDefault("unit", ""),
              Integer.parseInt(words.getOrDefault("port", "")),
              Duration.ofMillis(Long.parseLong(words.getOrDefault("within_ms", "")))));
    } catch (NumberFormatException e) {
      throw new IOException(file + " is damaged: " + e.getMessage(), e);
    }
  }

  /**
   * What to leave in place of an earlier order, so that this PostgreSQL is fenced and not one that
   * was guarded before it; nothing where it stands already. PID 1 knows the time of the earlier
   * one, and resets the machine when it is over.
   */
  Optional<FenceOrder> insteadOf(Optional<FenceOrder> earlier) {
    if (earlier.isEmpty()) {
      return Optional.of(this);
    }
    FenceOrder left = earlier.get();
    boolean stands = left.unit.equals(unit) && left.port == port;
    boolean sooner = left.within.compareTo(within) < 0;
    return stands ? Optional.empty() : Optional.of(sooner ? ending(left.within) : this);
  }

  FenceOrder ending(Duration sooner) {
    return new FenceOrder(cluster, unit, port, sooner);
  }

  void write() throws IOException {
    String text = "unit=" + unit + "\nport=" + port + "\nwithin_ms=" + within.toMillis() + "\n";
    Path folder = FOLDER.resolve(cluster);
    Files.createDirectories(folder);
    new DurableFile(folder.resolve(NAME)).replace(text.getBytes(StandardCharsets.UTF_8));
  }
}
