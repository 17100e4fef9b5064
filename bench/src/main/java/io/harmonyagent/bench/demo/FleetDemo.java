package io.harmonyagent.bench.demo;

import io.harmonyagent.bench.ControlPlane;
import io.harmonyagent.bench.Device;
import io.harmonyagent.bench.FileSight;
import io.harmonyagent.bench.Memory;
import io.harmonyagent.bench.Repository;
import io.harmonyagent.bench.Units;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.testbed.Output;
import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The agent on two Pis, with a mesh. The operator sits at the first one. */
final class FleetDemo {
  private static final String GREETING = "/etc/hello/greeting.conf";
  private static final Duration REPAIR_LIMIT = Duration.ofSeconds(10);
  private static final Duration AT_REST_AFTER = Duration.ofSeconds(5);
  private static final Duration REST_LIMIT = Duration.ofSeconds(20);

  private final Narrator narrator;
  private final Repository repository;
  private final Testbed bed;

  FleetDemo(Narrator narrator, Repository repository, Testbed bed) {
    this.narrator = narrator;
    this.repository = repository;
    this.bed = bed;
  }

  void show() throws Exception {
    List<Device> devices =
        narrator.step("Booting two Pis, kitchen and garden, and installing the agent", this::boot);
    Device kitchen = devices.getFirst();
    Device garden = devices.getLast();

    kitchen.pi().write("/root/hello.yaml", repository.text(Demo.MANIFEST));
    harmonyctl(kitchen.pi(), "init");
    narrator.say("* Starting harmony-agent.service on both");
    devices.forEach(Device::start);
    for (Device device : devices) {
      harmonyctl(kitchen.pi(), "apply", "-f", "hello.yaml", "--agent", device.name(), "--wait");
    }
    ControlPlane control = ControlPlane.of(bed);
    List<Duration> converged = new ArrayList<>();
    for (Device device : devices) {
      converged.add(Duration.between(control.wantedAt(device.name()), device.readyAt(1)));
    }
    Duration repaired = changeByHand(garden);
    control.awaitStatus(garden.name(), FleetDemo::tellsOfDrift);
    harmonyctl(kitchen.pi(), "status", garden.name());
    tellWhatWasMeasured(devices, converged, repaired);
  }

  private List<Device> boot() {
    bed.boot(bed.pi("kitchen"), bed.pi("garden"));
    return List.of(
        Device.install(bed, "kitchen", repository), Device.install(bed, "garden", repository));
  }

  private void harmonyctl(Pi pi, String command, String... arguments) throws Exception {
    StringBuilder line = new StringBuilder("harmonyctl " + command + " -s " + bed.nats().url());
    for (String argument : arguments) {
      line.append(' ').append(argument);
    }
    narrator.say("* " + pi.name() + ":~# " + line);
    Output said = narrator.whileGivingSignsOfLife(() -> pi.run("sh", "-c", "cd /root && " + line));
    narrator.quote(said.orFail().out());
  }

  /** Somebody edits the file of a device; returns how long it stayed like that. */
  private Duration changeByHand(Device device) throws IOException, InterruptedException {
    Path file = device.pi().root().resolve(GREETING.substring(1));
    String wanted = Files.readString(file);
    try (FileSight sight = new FileSight(file)) {
      String byHand = "greeting = \"I was here\"\n";
      narrator.say("* Somebody overwrites " + GREETING + " on " + device.name() + ":");
      narrator.quote(byHand);
      long changed = System.nanoTime();
      Files.writeString(file, byHand);
      Duration lasted = Duration.ofNanos(sight.await(wanted, REPAIR_LIMIT) - changed);
      narrator.say("  " + Figure.millis(lasted) + " later it is what it should be:");
      narrator.quote(device.pi().read(GREETING));
      return lasted;
    }
  }

  private static boolean tellsOfDrift(AgentStatus status) {
    return status.resources().values().stream().anyMatch(r -> r.lastDrift().isPresent());
  }

  /** Three seconds after its start the agent gives back what only starting took. */
  private Memory memoryAtRest(Device device) {
    narrator.say("* Waiting for the agent to come to rest");
    bed.eventually(REST_LIMIT, () -> device.isUpFor(AT_REST_AFTER));
    return device.memory();
  }

  private void tellWhatWasMeasured(
      List<Device> devices, List<Duration> converged, Duration repaired) {
    Memory memory = memoryAtRest(devices.getFirst());
    narrator.say("");
    narrator.say("Measured:");
    narrator.measured("size of the binary", Figure.megabytes(Units.megabytes(repository.binary())));
    narrator.measured(
        "start to READY",
        devices.stream().map(d -> Figure.millis(d.startToReady())).collect(Collectors.joining(", "))
            + " (connected to NATS)");
    narrator.measured(
        "memory",
        Figure.megabytes(Units.megabytes(memory.pssBytes()))
            + " PSS, of which "
            + Figure.megabytes(Units.megabytes(memory.anonymousBytes()))
            + " anonymous");
    narrator.measured(
        "time to converge",
        converged.stream().map(Figure::millis).collect(Collectors.joining(", "))
            + " (from the manifest on the mesh to all files in place)");
    narrator.measured("time to repair", Figure.millis(repaired));
    narrator.say("");
  }
}
