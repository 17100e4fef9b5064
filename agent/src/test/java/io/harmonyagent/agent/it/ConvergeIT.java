package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Condition;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import io.harmonyagent.testbed.Testbed;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The main job: what the control plane wants is what the device becomes, and stays. */
class ConvergeIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1);

  private static ControlPlane control;

  @BeforeAll
  static void start_the_mesh() {
    control = ControlPlane.start(bed);
  }

  @Test
  void a_wanted_file_appears_with_its_content_mode_and_owner() {
    Device device = Device.running(bed, "kitchen");

    control.want(
        "kitchen",
        """
        {"generation": 1, "resources": [{"id": "conf", "spec": {"kind": "File",
          "path": "/etc/web/web.conf", "mode": "0640", "owner": "daemon", "group": "users",
          "content": {"inline": "listen 8080;\\n"}}}]}
        """);
    AgentStatus status = control.awaitConverged("kitchen", 1);

    assertThat(device.pi().read("/etc/web/web.conf")).isEqualTo("listen 8080;\n");
    assertThat(device.pi().run("stat", "-c", "%a %U %G", "/etc/web/web.conf").text())
        .isEqualTo("640 daemon users");
    assertThat(status.holds(Condition.Type.READY)).isTrue();
    assertThat(details(status, "conf").size()).isEqualTo(13);
  }

  @Test
  void a_change_by_hand_is_repaired_and_reported_as_drift() {
    Device device = Device.running(bed, "hall");
    control.want("hall", ControlPlane.oneFile(1, "/etc/motd.d/hall", "welcome"));
    control.awaitConverged("hall", 1);

    device.pi().write("/etc/motd.d/hall", "tampered");

    device.awaitContent("/etc/motd.d/hall", "welcome");
    AgentStatus status =
        bed.eventually(
            Duration.ofSeconds(5),
            () -> control.status("hall").orElseThrow(),
            s -> resource(s, "file").lastDrift().isPresent());
    assertThat(resource(status, "file").lastDrift().orElseThrow().what()).isEqualTo("content");
    assertThat(device.journal()).contains("file: drifted (content), repaired in");
  }

  @Test
  void a_deleted_file_comes_back_and_so_does_its_mode() {
    Device device = Device.running(bed, "porch");
    control.want("porch", ControlPlane.oneFile(1, "/srv/porch/light", "on"));
    control.awaitConverged("porch", 1);

    device.pi().run("rm", "-r", "/srv/porch").orFail();
    device.awaitContent("/srv/porch/light", "on");
    device.pi().run("chmod", "777", "/srv/porch/light").orFail();

    bed.eventually(
        Duration.ofSeconds(10),
        () -> device.pi().run("stat", "-c", "%a", "/srv/porch/light").text(),
        mode -> mode.equals("644"));
  }

  @Test
  void what_is_no_longer_wanted_goes_and_what_was_there_before_stays() {
    Device device = Device.running(bed, "attic");
    device.pi().write("/etc/theirs", "not ours");
    control.want("attic", ControlPlane.oneFile(1, "/etc/ours", "ours"));
    control.awaitConverged("attic", 1);

    control.want("attic", "{\"generation\": 2, \"resources\": []}");
    control.awaitConverged("attic", 2);

    assertThat(device.pi().exists("/etc/ours")).isFalse();
    assertThat(device.pi().read("/etc/theirs")).isEqualTo("not ours");
  }

  @Test
  void a_file_that_is_not_ours_is_left_alone_unless_it_may_be_adopted() {
    Device device = Device.running(bed, "cellar");
    device.pi().write("/etc/cellar.conf", "made by hand");
    control.want("cellar", ControlPlane.oneFile(1, "/etc/cellar.conf", "ours"));

    assertThat(control.awaitFailed("cellar", "file").error().code()).isEqualTo("AlreadyExists");
    assertThat(device.pi().read("/etc/cellar.conf")).isEqualTo("made by hand");

    control.want(
        "cellar",
        ControlPlane.oneFile(2, "/etc/cellar.conf", "ours")
            .replace("\"kind\"", "\"adopt\": true, \"kind\""));
    control.awaitConverged("cellar", 2);
    assertThat(device.pi().read("/etc/cellar.conf")).isEqualTo("ours");
  }

  @Test
  void a_link_in_the_files_place_is_replaced_and_its_target_untouched() {
    Device device = Device.running(bed, "shed");
    control.want("shed", ControlPlane.oneFile(1, "/srv/shed/conf", "ours"));
    control.awaitConverged("shed", 1);
    device.pi().write("/etc/victim", "precious");

    device.pi().run("ln", "-sf", "/etc/victim", "/srv/shed/conf").orFail();

    bed.eventually(
        Duration.ofSeconds(10), () -> !device.pi().run("test", "-L", "/srv/shed/conf").ok());
    assertThat(device.pi().read("/srv/shed/conf")).isEqualTo("ours");
    assertThat(device.pi().read("/etc/victim")).isEqualTo("precious");
  }

  @Test
  void a_directory_that_another_user_swapped_for_a_link_is_not_followed() {
    Device device = Device.running(bed, "den");
    device
        .pi()
        .run(
            "sh",
            "-c",
            "mkdir -p /srv/den && chown daemon /srv/den && ln -s /etc /srv/den/conf"
                + " && chown -h daemon /srv/den/conf")
        .orFail();

    control.want("den", ControlPlane.oneFile(1, "/srv/den/conf/cron.allow", "daemon"));

    assertThat(control.awaitFailed("den", "file").error().code()).isEqualTo("UnsafePath");
    assertThat(device.pi().exists("/etc/cron.allow")).isFalse();
  }

  @Test
  void an_unknown_kind_is_reported_and_does_not_stop_the_rest() {
    Device device = Device.running(bed, "loft");
    control.want(
        "loft",
        """
        {"generation": 1, "resources": [
          {"id": "future", "spec": {"kind": "Hologram", "brightness": 11}},
          {"id": "file", "spec": {"kind": "File", "path": "/srv/loft", "content": {"inline": "x"}}}]}
        """);

    device.awaitContent("/srv/loft", "x");
    AgentStatus status =
        bed.eventually(
            Duration.ofSeconds(10),
            () -> control.status("loft").orElseThrow(),
            s -> s.observedGeneration() == 1);
    assertThat(resource(status, "future").state())
        .isInstanceOf(ResourceState.UnknownResource.class);
    assertThat(resource(status, "file").state()).isInstanceOf(ResourceState.Ready.class);
    assertThat(status.holds(Condition.Type.READY)).isFalse();
  }

  private static ResourceStatus resource(AgentStatus status, String id) {
    ResourceStatus resource = status.resources().get(new ResourceId(id));
    if (resource == null) {
      throw new AssertionError(id + " is not in the status");
    }
    return resource;
  }

  private static ResourceDetails.FileDetails details(AgentStatus status, String id) {
    return (ResourceDetails.FileDetails)
        ((ResourceState.Ready) resource(status, id).state()).details();
  }
}
