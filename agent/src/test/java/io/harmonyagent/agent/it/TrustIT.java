package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.testbed.Testbed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A device with a key does what was signed for it, and nothing else. */
class TrustIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1).switchingOff();

  @TempDir static Path files;
  private static ControlPlane control;
  private static Builds builds;

  @BeforeAll
  static void start_the_mesh() throws Exception {
    control = ControlPlane.start(bed);
    builds = new Builds(bed, files);
  }

  @Test
  void what_is_signed_is_done_and_what_is_not_is_rejected() throws Exception {
    Device device = Device.prepare(bed, "fir");
    builds.trustedBy(device);
    device.startAgent();
    Path manifest =
        Files.writeString(
            files.resolve("fir.json"),
            "{\"resources\": [{\"id\": \"a\", \"spec\": {\"kind\": \"File\", \"path\": \"/etc/signed\","
                + " \"content\": {\"inline\": \"yes\"}}}]}");

    builds.ctl("apply", "-f", manifest.toString(), "--agent", "fir", "--sign-key", key(), "--wait");

    assertThat(device.pi().read("/etc/signed")).isEqualTo("yes");

    control.want("fir", ControlPlane.oneFile(2, "/etc/unsigned", "no"));

    AgentStatus status = control.awaitRejected("fir", "Untrusted");
    assertThat(status.rejected().orElseThrow().pointer()).isEqualTo("/signature");
    assertThat(status.rejected().orElseThrow().message()).contains("not signed", "ops");
    assertThat(status.manifestGeneration()).isEqualTo(1);
    assertThat(device.pi().exists("/etc/unsigned")).isFalse();
  }

  @Test
  void what_was_signed_for_another_device_is_rejected() throws Exception {
    Device device = Device.prepare(bed, "yew");
    builds.trustedBy(device);
    device.startAgent();
    Path manifest =
        Files.writeString(files.resolve("other.json"), ControlPlane.oneFile(1, "/etc/other", "no"));

    String signed =
        builds.offline("sign", "-f", manifest.toString(), "--agent", "fir", "--key", key());
    control.want("yew", signed.getBytes(StandardCharsets.UTF_8));

    assertThat(control.awaitRejected("yew", "Untrusted").rejected().orElseThrow().message())
        .contains("another device");
  }

  private static String key() {
    return builds.key().toString();
  }
}
