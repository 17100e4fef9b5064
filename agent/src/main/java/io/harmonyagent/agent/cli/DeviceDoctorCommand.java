package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.daemon.Layout;
import io.harmonyagent.agent.doctor.DeviceDoctor;
import io.harmonyagent.agent.doctor.Finding;
import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.mesh.MeshOptions;
import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import io.nats.client.Nats;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code harmony-agent doctor}: what is wrong with this device. */
@Command(
    name = "doctor",
    description = "Looks for what is wrong with this device, and says what to do; changes nothing.",
    mixinStandardHelpOptions = true,
    footer = {"", "Exits with 1 if something is BAD.", "", "Example:", "  harmony-agent doctor"})
final class DeviceDoctorCommand implements Callable<Integer> {
  @Mixin private DeviceOptions device;

  @Mixin private Output output;

  @Override
  public Integer call() throws UserError, InterruptedException {
    DoctorView view = new DoctorView(findings());
    output.print(view);
    return view.exitCode();
  }

  private List<Finding> findings() throws UserError, InterruptedException {
    Layout layout = device.layout();
    AgentConfig config;
    try {
      config = device.configInUse().config();
    } catch (UserError e) {
      // Where everything else is, only the configuration says.
      return List.of(DeviceDoctor.configuration(device.configFiles(), Optional.empty()));
    }
    List<Finding> findings = new ArrayList<>();
    if (config.mesh().isPresent()) {
      findings.add(reached(config));
    }
    DeviceDoctor doctor =
        new DeviceDoctor(config, device.configFiles(), layout.root(), layout.state());
    findings.addAll(doctor.look());
    return findings;
  }

  /** With the agent's own ways and rights, under a name of our own. */
  private static Finding reached(AgentConfig config) throws InterruptedException {
    try {
      Connection connection =
          Nats.connect(
              MeshOptions.build(
                  config.mesh().orElseThrow(), "doctor", (_, _) -> {}, new ErrorListener() {}));
      try {
        return Finding.ok("mesh", "reached at " + connection.getConnectedUrl());
      } finally {
        connection.close();
      }
    } catch (IOException | IllegalArgumentException e) {
      return Finding.bad(
          "mesh",
          "cannot be reached: " + e.getMessage(),
          "is the network up, the name known, the certificate right? The agent goes on trying");
    }
  }
}
