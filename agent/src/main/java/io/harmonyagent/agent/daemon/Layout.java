package io.harmonyagent.agent.daemon;

import java.nio.file.Path;

/** Where things are on the device. Everything moves together with the root. */
public record Layout(Path root) {
  public static final Path SYSTEM = Path.of("/");

  public Path configuration() {
    return root.resolve("etc/harmony-agent");
  }

  /** What the device should be as long as no mesh says otherwise. */
  public Path manifest() {
    return configuration().resolve("manifest.yaml");
  }

  public Path state() {
    return root.resolve("var/lib/harmony-agent");
  }

  public Path runtime() {
    return root.resolve("run/harmony-agent");
  }

  public Path machineId() {
    return root.resolve("etc/machine-id");
  }
}
