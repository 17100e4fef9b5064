package io.harmonyagent.agent.it;

import io.harmonyagent.testbed.Output;
import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;

/** A Pi with the agent installed as a service. */
public final class Device {
  public static final String UNIT = "harmony-agent.service";

  private final Testbed bed;
  private final Pi pi;

  private Device(Testbed bed, Pi pi) {
    this.bed = bed;
    this.pi = pi;
  }

  /** Installs the agent; it is started by {@link #startAgent}, and at boot. */
  public static Device prepare(Testbed bed, String name) {
    return prepare(bed, name, "");
  }

  /** {@code config} is added to what every device has: its name and where the mesh is. */
  public static Device prepare(Testbed bed, String name, String config) {
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

  /** One on which the package has been installed already. */
  static Device installed(Testbed bed, Pi pi) {
    return new Device(bed, pi);
  }

  public static Device running(Testbed bed, String name) {
    Device device = prepare(bed, name);
    device.startAgent();
    return device;
  }

  public void configure(String more) {
    pi.write(
        "/etc/harmony-agent/config.yaml",
        "agent_id: %s\nnats:\n  servers: [\"%s\"]\n%s"
            .formatted(pi.name(), bed.nats().url().replace(",", "\", \""), more));
  }

  public Pi pi() {
    return pi;
  }

  public String name() {
    return pi.name();
  }

  /** Returns when systemd has seen READY=1. */
  public void startAgent() {
    pi.start(UNIT);
  }

  public void stopAgent() {
    pi.stop(UNIT);
  }

  public long agentPid() {
    return pi.mainPid(UNIT);
  }

  public Output agent(String... arguments) {
    String[] command = new String[arguments.length + 1];
    command[0] = "/usr/bin/harmony-agent";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    return pi.run(command);
  }

  public void awaitContent(String path, String content) {
    bed.eventually(
        Duration.ofSeconds(20), () -> pi.run("cat", path).out(), text -> text.equals(content));
  }

  public String journal() {
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
