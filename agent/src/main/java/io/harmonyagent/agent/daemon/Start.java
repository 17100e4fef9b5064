package io.harmonyagent.agent.daemon;

import io.harmonyagent.agent.Version;
import io.harmonyagent.agent.posix.Kernel;
import io.harmonyagent.agent.update.Launcher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The very first thing of a service: whether another build than the package's is to do the work.
 */
public final class Start {
  private static final Logger log = LoggerFactory.getLogger(Start.class);
  private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

  private Start() {}

  /** Comes back if this process is the build in force, or no service at all. */
  public static void asTheBuildInForce(Layout layout, Map<String, String> environment) {
    if (!environment.containsKey("NOTIFY_SOCKET")) {
      return;
    }
    try {
      List<String> arguments =
          List.of(Files.readString(COMMAND_LINE, StandardCharsets.UTF_8).split("\0"));
      new Launcher(layout.state(), layout.runtime(), Kernel.forThisProcess())
          .launch(Version.TEXT, Identity.bootId(), arguments, environment, Instant.now());
    } catch (IOException | RuntimeException e) {
      // Whatever it was: this one can run, and a device on which none does is lost.
      log.error("cannot tell which build is in force, so this one runs: {}", e.toString());
    }
  }
}
