package io.harmonyagent.failover.resource;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.harmonyagent.failover.systemd.SystemdFailure;
import io.harmonyagent.failover.systemd.Units;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What PostgreSQL may use, as a drop-in of its unit that lasts until the next boot. */
public final class UnitLimits {
  private static final Path UNITS = Path.of("/run/systemd/system");
  private static final String DROP_IN = "60-harmony-limits.conf";

  private UnitLimits() {}

  /** It takes hold at once, also for a PostgreSQL that runs. */
  public static void set(Units units, String unit, List<String> lines)
      throws IOException, SystemdFailure, InterruptedException {
    Path file = UNITS.resolve(unit + ".d").resolve(DROP_IN);
    String text = lines.isEmpty() ? "" : "[Service]\n" + String.join("\n", lines) + "\n";
    String now = Files.exists(file) ? Files.readString(file) : "";
    if (text.equals(now)) {
      return;
    }
    Files.createDirectories(file.getParent());
    Files.write(file, text.getBytes(UTF_8));
    units.reload();
  }
}
