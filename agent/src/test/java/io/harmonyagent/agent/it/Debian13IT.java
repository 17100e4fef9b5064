package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Release;
import io.harmonyagent.testbed.Testbed;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The same binary on the next Debian: podman 5 and a newer systemd. */
class Debian13IT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1);

  private static final String QUIET = "\"network\": \"none\"";
  private static final String FILE =
      "{\"id\": \"file\", \"spec\": {\"kind\": \"File\", \"path\": \"/srv/file\","
          + " \"content\": {\"inline\": \"here\"}}}";
  private static final String UNIT =
      "{\"id\": \"unit\", \"spec\": {\"kind\": \"SystemdUnit\", \"name\": \"ours.service\","
          + " \"content\": \"[Service]\\nExecStart=/bin/sleep infinity\\n\", \"state\": \"active\"}}";

  private static Containers device;

  @BeforeAll
  static void boot() {
    ControlPlane control = ControlPlane.start(bed);
    bed.registry();
    bed.pi("attic", Release.DEBIAN_13).boot();
    device = new Containers(bed, control, Device.running(bed, "attic"));
  }

  @Test
  void files_units_and_containers_are_made_kept_replaced_and_removed() {
    Pi pi = device.pi();
    assertThat(pi.run("podman", "--version").text()).startsWith("podman version 5.");
    device.want(manifest(1, Containers.container("web", device.image("healthy", "v1"), QUIET)));
    device.converged(1);
    String first = device.id("web");

    pi.write("/srv/file", "tampered");
    pi.run("systemctl", "stop", "ours.service").orFail();
    device.remove("web");
    device.eventually(p -> p.runs("web") && !p.id("web").equals(first));
    device.eventually(p -> pi.isActive("ours.service") && pi.read("/srv/file").equals("here"));

    String second = device.id("web");
    String sick = QUIET + ", \"start_timeout\": \"4s\"";
    device.want(manifest(2, Containers.container("web", device.image("sick", "v1"), sick)));
    device.awaitFailed("RolledBack");
    assertThat(device.id("web")).isEqualTo(second);
    device.want(manifest(3, Containers.container("web", device.image("healthy", "v2"), QUIET)));
    device.converged(3);
    assertThat(device.names()).containsExactly("web");
    assertThat(device.state()).isInstanceOf(ResourceState.Ready.class);

    String before = device.pid("web") + pi.mainPid("ours.service");
    pi.run("systemctl", "restart", Device.UNIT).orFail();
    device.converged(3);
    assertThat(device.pid("web") + pi.mainPid("ours.service")).isEqualTo(before);

    device.want(Containers.manifest(4));
    device.eventually(p -> p.names().isEmpty() && !pi.exists("/srv/file"));
    assertThat(pi.isActive("ours.service")).isFalse();
  }

  private static String manifest(long generation, String container) {
    return Containers.manifest(generation, FILE, UNIT, container);
  }
}
