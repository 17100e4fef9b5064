package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.testbed.Testbed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The binary for the Pi, built on another kind of machine and run here by an emulator. */
@EnabledIf(
    value = "itWasBuilt",
    disabledReason = "there is no arm64 binary: make native ARCH=arm64 needs its cross compiler")
class CrossBuildIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1);

  @TempDir Path root;

  @Test
  void the_arm64_binary_connects_converges_a_file_and_stops_cleanly() throws Exception {
    ControlPlane control = ControlPlane.start(bed);
    Path config = Files.createDirectories(root.resolve("etc/harmony-agent"));
    Files.writeString(
        config.resolve("config.yaml"),
        "agent_id: emulated\nnats:\n  servers: [\"%s\"]\n"
            .formatted(bed.nats().node(1).relayUrl()));
    Process agent =
        new ProcessBuilder(
                "qemu-aarch64-static",
                "-L",
                "/usr/aarch64-linux-gnu",
                Binaries.harmonyAgentForArm64().toString(),
                "run",
                "--root",
                root.toString())
            .redirectErrorStream(true)
            .redirectOutput(root.resolve("log").toFile())
            .start();
    try {
      control.want("emulated", ControlPlane.oneFile(1, "/srv/hello", "from another architecture"));

      AgentStatus status = control.awaitConverged("emulated", 1);

      assertThat(status.arch()).isEqualTo("aarch64");
      assertThat(root.resolve("srv/hello")).hasContent("from another architecture");
    } finally {
      agent.destroy();
    }
    assertThat(agent.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(agent.exitValue()).isZero();
    assertThat(control.status("emulated").orElseThrow().stoppedAt()).isPresent();
  }

  /** In CI it must have been, and its absence is a failure. */
  static boolean itWasBuilt() {
    return Boolean.parseBoolean(System.getenv("CI"))
        || Files.isExecutable(Binaries.inRepository("target/native/arm64/harmony-agent"));
  }
}
