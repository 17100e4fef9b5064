package io.harmonyagent.core.dbus;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A real bus of the test's own. */
final class BusDaemon implements AutoCloseable {
  private static final Path PROGRAM = Path.of("/usr/bin/dbus-daemon");

  private final Path socket;
  private final Process process;

  private BusDaemon(Path socket, Process process) {
    this.socket = socket;
    this.process = process;
  }

  static BusDaemon start(Path directory) throws IOException {
    assumeTrue(Files.isExecutable(PROGRAM), PROGRAM + " is not installed");
    Path socket = directory.resolve("bus");
    Path config = directory.resolve("bus.conf");
    Files.writeString(
        config,
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <listen>unix:path=%s</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/>
          </policy>
        </busconfig>
        """
            .formatted(socket));
    Process process =
        new ProcessBuilder(
                PROGRAM.toString(), "--nofork", "--print-address", "--config-file=" + config)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    // It prints its address when it listens.
    process.inputReader().readLine();
    return new BusDaemon(socket, process);
  }

  Path socket() {
    return socket;
  }

  /** It keeps its sockets and answers nobody. */
  void freeze() throws Exception {
    signal("STOP");
  }

  void thaw() throws Exception {
    signal("CONT");
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void signal(String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
  }
}
