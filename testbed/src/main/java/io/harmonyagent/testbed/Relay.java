package io.harmonyagent.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A port on this machine's loopback that leads to a port inside the fleet. The test lives outside
 * the fleet's namespaces and must never address them; here one process listens outside and connects
 * inside, since a socket belongs to the namespace that it was made in, wherever its process goes
 * later.
 */
final class Relay {
  private static final int ATTEMPTS = 5;

  private final int port;

  private Relay(int port) {
    this.port = port;
  }

  static Relay to(Run run, String name, String address, int insidePort) {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      int port = freePort();
      String log = "relay-" + name + "-" + port;
      Process process =
          run.start(
              log,
              List.of(
                  "systemd-socket-activate",
                  "--listen=127.0.0.1:" + port,
                  "/usr/bin/nsenter",
                  "--net=" + run.namespace("hub"),
                  "/lib/systemd/systemd-socket-proxyd",
                  "--connections-max=4096",
                  address + ":" + insidePort));
      if (listens(run.log(log), process)) {
        return new Relay(port);
      }
    }
    throw new TestbedException("no free port for a relay to " + name);
  }

  /** Where to connect to from the test. */
  String address() {
    return "127.0.0.1:" + port;
  }

  /** Not if someone else took the port since we found it free: then the process ends. */
  private static boolean listens(Path log, Process process) {
    Waiting.eventually(
        Duration.ofSeconds(10),
        () -> Files.readString(log),
        said -> said.contains("Listening on") || !process.isAlive(),
        "a relay listens");
    return process.isAlive();
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
