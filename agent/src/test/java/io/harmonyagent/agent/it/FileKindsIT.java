package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.testbed.Testbed;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** All that a File can be, on a real device with the native binary. */
class FileKindsIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1);

  private static ControlPlane control;

  @BeforeAll
  static void start_the_mesh() {
    control = ControlPlane.start(bed);
  }

  @Test
  void directories_links_and_bytes_appear_as_wanted_and_go_again() {
    Device device = Device.running(bed, "every");

    control.want(
        "every",
        manifest(
            1,
            file(
                "dir", "/srv/d", "\"mode\": \"0750\", \"group\": \"users\"", "{\"directory\": {}}"),
            file("in", "/srv/d/in", "\"mode\": \"0600\"", "{\"base64\": \"AP8K\"}"),
            file("link", "/srv/link", "\"owner\": \"daemon\"", "{\"symlink\": \"d/in\"}")));
    control.awaitConverged("every", 1);

    assertThat(stat(device, "/srv/d")).isEqualTo("directory 750 root users");
    assertThat(stat(device, "/srv/d/in")).isEqualTo("regular file 600 root root");
    assertThat(device.pi().run("od", "-An", "-tx1", "/srv/d/in").text()).isEqualTo("00 ff 0a");
    assertThat(device.pi().run("readlink", "/srv/link").text()).isEqualTo("d/in");
    assertThat(stat(device, "/srv/link")).isEqualTo("symbolic link 777 daemon root");

    control.want("every", manifest(2));
    control.awaitConverged("every", 2);
    assertThat(device.pi().exists("/srv/d")).isFalse();
    assertThat(device.pi().run("test", "-L", "/srv/link").ok()).isFalse();
  }

  @Test
  void drift_of_a_link_and_of_a_directory_is_repaired() {
    Device device = Device.running(bed, "drift");
    control.want(
        "drift",
        manifest(
            1,
            file("dir", "/srv/d", "\"mode\": \"0750\"", "{\"directory\": {}}"),
            file("link", "/srv/link", "\"adopt\": false", "{\"symlink\": \"right\"}")));
    control.awaitConverged("drift", 1);

    device.pi().run("sh", "-c", "chmod 777 /srv/d && ln -sfn wrong /srv/link").orFail();

    bed.eventually(
        Duration.ofSeconds(10),
        () ->
            stat(device, "/srv/d").startsWith("directory 750")
                && device.pi().run("readlink", "/srv/link").text().equals("right"));
  }

  @Test
  void what_was_there_before_comes_back_exactly_also_after_a_power_cut() {
    Device device = Device.running(bed, "before");
    device.pi().write("/etc/before.conf", "made by hand\n");
    device.pi().run("chown", "daemon:users", "/etc/before.conf").orFail();
    device.pi().run("chmod", "4711", "/etc/before.conf").orFail();
    String restoring = "\"adopt\": true, \"on_delete\": \"restore\"";
    control.want(
        "before",
        manifest(1, file("conf", "/etc/before.conf", restoring, "{\"inline\": \"ours\"}")));
    control.awaitConverged("before", 1);
    assertThat(device.pi().read("/etc/before.conf")).isEqualTo("ours");

    device.pi().powerCut();
    device.pi().boot();
    control.want("before", manifest(2));
    control.awaitConverged("before", 2);

    assertThat(device.pi().read("/etc/before.conf")).isEqualTo("made by hand\n");
    assertThat(stat(device, "/etc/before.conf")).isEqualTo("regular file 4711 daemon users");
  }

  @Test
  void what_is_to_be_kept_stays_and_is_nobodys() {
    Device device = Device.running(bed, "keep");
    control.want(
        "keep", manifest(1, file("a", "/etc/kept", "\"adopt\": false", "{\"inline\": \"x\"}")));
    control.awaitConverged("keep", 1);
    control.want(
        "keep",
        manifest(2, file("a", "/etc/kept", "\"on_delete\": \"keep\"", "{\"inline\": \"x\"}")));
    control.awaitConverged("keep", 2);

    control.want("keep", manifest(3));
    control.awaitConverged("keep", 3);

    assertThat(device.pi().read("/etc/kept")).isEqualTo("x");
    control.want(
        "keep", manifest(4, file("a", "/etc/kept", "\"adopt\": false", "{\"inline\": \"y\"}")));
    assertThat(control.awaitFailed("keep", "a").error().code()).isEqualTo("AlreadyExists");
  }

  @Test
  void another_name_of_a_file_keeps_its_mode_and_content() {
    Device device = Device.running(bed, "names");
    control.want("names", ControlPlane.oneFile(1, "/etc/names", "one"));
    control.awaitConverged("names", 1);
    device.pi().run("ln", "/etc/names", "/etc/other").orFail();
    device.pi().run("chmod", "600", "/etc/other").orFail();

    device.pi().run("kill", "-HUP", String.valueOf(device.agentPid())).orFail();

    bed.eventually(
        Duration.ofSeconds(10), () -> stat(device, "/etc/names").startsWith("regular file 644"));
    assertThat(stat(device, "/etc/other")).startsWith("regular file 600");
  }

  private static String stat(Device device, String path) {
    return device.pi().run("stat", "-c", "%F %a %U %G", path).text();
  }

  private static String manifest(long generation, String... resources) {
    return "{\"generation\": %d, \"resources\": [%s]}"
        .formatted(generation, String.join(",", resources));
  }

  private static String file(String id, String path, String more, String content) {
    return """
        {"id": "%s", "spec": {"kind": "File", "path": "%s", %s, "content": %s}}"""
        .formatted(id, path, more, content);
  }
}
