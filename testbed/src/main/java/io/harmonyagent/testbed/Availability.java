package io.harmonyagent.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Whether the testbed can run on this machine, and if not, why. */
record Availability(String obstacle) {
  private static final Duration INSTALL_LIMIT = Duration.ofMinutes(10);

  /** Looks, and installs what is missing. */
  static Availability check() {
    try {
      return new Availability(obstacleHere());
    } catch (IOException e) {
      return new Availability(e.toString());
    }
  }

  boolean isGiven() {
    return obstacle.isEmpty();
  }

  void orFail() {
    if (!isGiven()) {
      throw new TestbedException("the testbed cannot run here: " + obstacle);
    }
  }

  private static String obstacleHere() throws IOException {
    if (!Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)) {
      return "it needs root";
    }
    if (!isDebian()) {
      return "it needs Debian";
    }
    Output installed = install();
    if (!installed.ok()) {
      return "its packages cannot be installed: " + lastLine(installed.err());
    }
    Output namespaces = Commands.run("unshare", "--net", "--mount", "--pid", "--fork", "true");
    if (!namespaces.ok()) {
      return "no namespaces may be made: " + lastLine(namespaces.err());
    }
    return "";
  }

  private static boolean isDebian() throws IOException {
    Path release = Path.of("/etc/os-release");
    return Files.exists(release) && Files.readAllLines(release).contains("ID=debian");
  }

  private static Output install() throws IOException {
    Path script = Files.createTempFile("testbed-install", ".sh");
    try {
      Scripts.unpack("install.sh", script);
      return Commands.run(INSTALL_LIMIT, List.of("bash", script.toString()));
    } finally {
      Files.delete(script);
    }
  }

  private static String lastLine(String text) {
    return text.lines().reduce("", (earlier, line) -> line.isBlank() ? earlier : line);
  }
}
