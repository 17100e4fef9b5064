package io.harmonyagent.failover.fencing;

import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Resets this machine without PID 1, for when that does not answer. */
@FunctionalInterface
interface MachineReset {
  void now() throws InterruptedException;

  /** By reboot(2): given twice, {@code --force} asks nobody. */
  static MachineReset byKernel() {
    return () -> run("systemctl", "reboot", "--force", "--force");
  }

  private static void run(String... command) throws InterruptedException {
    Logger log = LoggerFactory.getLogger(MachineReset.class);
    try {
      Process reset =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      boolean ended = reset.waitFor(Duration.ofSeconds(10));
      log.error("the reset {}", ended ? "failed: " + reset.exitValue() : "takes long");
    } catch (IOException e) {
      log.error("the reset could not be asked for: {}", e.getMessage());
    }
  }
}
