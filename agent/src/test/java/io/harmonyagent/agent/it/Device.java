package io.harmonyagent.agent.it;

import io.harmonyagent.testbed.Output;
import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;

/** A Pi with the agent installed as a service. */
final class Device {
  static final String UNIT = "harmony-agent.service";

  private final Testbed bed;
  private final Pi pi;

  private Device(Testbed bed, Pi pi) {
    this.bed = bed;
    this.pi = pi;
  }

  /** Installs the agent; it is started by {@link #startAgent}, and at boot. */
  static Device prepare(Testbed bed, String name) {
    return prepare(bed, name, "");
  }

  /** {@code config} is added to what every device has: its name and where the mesh is. */
  static Device prepare(Testbed bed, String name, String config) {
    Pi pi = bed.pi(name);
    if (!pi.isOn()) {
      pi.boot();
    }
    Device device = new Device(bed, pi);
    pi.install(Binaries.harmonyAgent(), "/usr/bin/harmony-agent");
    pi.write("/etc/systemd/system/" + UNIT, unit());
    device.configure(config);
    pi.run("systemctl", "daemon-reload").orFail();
    pi.run("systemctl", "enable", UNIT).orFail();
    return device;
  }

  static Device running(Testbed bed, String name) {
    Device device = prepare(bed, name);
    device.startAgent();
    return device;
  }

  void configure(String more) {
    pi.write(
        "/etc/harmony-agent/config.yaml",
        "agent_id: %s\nnats:\n  servers: [\"%s\"]\n%s"
            .formatted(pi.name(), bed.nats().url().replace(",", "\", \""), more));
  }

  Pi pi() {
    return pi;
  }

  String name() {
    return pi.name();
  }

  /** Returns when systemd has seen READY=1. */
  void startAgent() {
    pi.start(UNIT);
  }

  void stopAgent() {
    pi.stop(UNIT);
  }

  long agentPid() {
    return pi.mainPid(UNIT);
  }

  Output agent(String... arguments) {
    String[] command = new String[arguments.length + 1];
    command[0] = "/usr/bin/harmony-agent";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    return pi.run(command);
  }

  void awaitContent(String path, String content) {
    bed.eventually(
        Duration.ofSeconds(20), () -> pi.run("cat", path).out(), text -> text.equals(content));
  }

  String journal() {
    return pi.journal(UNIT);
  }

  private static String unit() {
    try {
      return Files.readString(Binaries.inRepository("systemd/" + UNIT));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
