package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.testbed.Testbed;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Containers that end, devices that go off, disks that are full. */
class ContainerCrashIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1).switchingOff();

  private static final String QUIET = "\"network\": \"none\"";

  private static ControlPlane control;

  @BeforeAll
  static void start_the_mesh() {
    control = ControlPlane.start(bed);
    bed.registry();
  }

  @Test
  void one_that_keeps_ending_is_started_with_growing_pauses_and_says_so() {
    Containers pi = running("fig");

    pi.want(Containers.web(1, pi.image("quitter", "v1"), QUIET));
    ResourceState.Failed failed =
        (ResourceState.Failed)
            pi.awaitState(
                s ->
                    s instanceof ResourceState.Failed f
                        && f.error().message().contains("keeps ending")
                        && f.error().message().contains("restarted 3 times")
                        && f.retryAfter().isAfter(Instant.now().plusMillis(1500)));

    assertThat(failed.error().code()).isEqualTo("CrashLoop");
    assertThat(failed.error().message()).contains("last exit code 3");
    pi.want(Containers.web(2, pi.image("sleeper", "v1"), QUIET));
    pi.converged(2);
    assertThat(pi.details().restarts()).isZero();
  }

  @Test
  void the_restart_policy_decides_what_an_end_means() {
    Containers pi = running("oak");
    String done = QUIET + ", \"args\": [\"sh\", \"-c\", \"exit %d\"], \"restart\": \"%s\"";

    pi.want(Containers.web(1, pi.image("sleeper", "v1"), done.formatted(0, "no")));
    pi.converged(1);
    pi.eventually(p -> p.inspect("web", "{{.State.Status}}").equals("exited"));
    assertThat(pi.state()).isInstanceOf(ResourceState.Ready.class);
    pi.want(Containers.manifest(2));
    pi.eventually(p -> p.names().isEmpty());
    pi.want(Containers.web(3, pi.image("sleeper", "v1"), done.formatted(7, "no")));
    assertThat(pi.awaitFailed("Exited").error().message()).contains("exit code 7");
    pi.want(Containers.manifest(4));
    pi.eventually(p -> p.names().isEmpty());
    pi.want(Containers.web(5, pi.image("sleeper", "v1"), done.formatted(7, "on-failure")));
    pi.awaitFailed("CrashLoop");
  }

  @Test
  void after_a_power_cut_everything_runs_again_without_network() {
    Containers pi = running("elm");
    pi.want(
        Containers.manifest(
            1,
            Containers.container("web", pi.image("healthy", "v1"), QUIET),
            Containers.container("two", pi.image("sleeper", "v1"), QUIET)));
    pi.converged(1);

    pi.pi().isolate();
    pi.pi().powerCut();
    pi.pi().boot();

    pi.eventually(p -> p.runs("web") && p.runs("two"));
    pi.pi().heal();
    pi.converged(1);
    assertThat(pi.details().restarts()).as("the device ended, not the container").isZero();
  }

  @Test
  void a_pull_that_cannot_fit_is_refused_with_a_clear_error() {
    Containers pi = running("ash");
    pi.want(Containers.web(1, pi.image("sleeper", "v1"), QUIET));
    pi.converged(1);
    String before = pi.id("web") + pi.pid("web");

    pi.pi()
        .run(
            "sh",
            "-c",
            "fallocate -l $(( $(df --output=avail -B1 /var/lib/containers | tail -1) - 40000000 )) /var/lib/big")
        .orFail();
    pi.want(Containers.web(2, pi.image("healthy", "v1"), QUIET));
    assertThat(pi.awaitFailed("DiskSpace").error().message())
        .contains("no room to pull")
        .contains("MiB are free");
    assertThat(pi.id("web") + pi.pid("web")).isEqualTo(before);
    pi.pi().run("rm", "/var/lib/big").orFail();

    pi.converged(2);
  }

  @Test
  void images_that_we_pulled_go_when_long_unused_and_others_never() {
    Containers pi =
        new Containers(
            bed,
            control,
            Device.prepare(bed, "yew", "pass_interval: 200ms\nimages: {keep_unused: 2s}\n"));
    pi.device().startAgent();
    pi.pi().run("podman", "pull", "-q", pi.image("quitter", "v1")).orFail();
    pi.want(Containers.web(1, pi.image("sleeper", "v1"), QUIET));
    pi.converged(1);

    pi.want(Containers.web(2, pi.image("web", "v2"), QUIET));
    pi.converged(2);

    pi.eventually(p -> !images(p).contains("sleeper"));
    assertThat(images(pi)).contains("quitter").contains("web");
    assertThat(pi.runs("web")).isTrue();
  }

  private static String images(Containers pi) {
    return pi.pi().run("podman", "images", "--format={{.Repository}}:{{.Tag}}").orFail().out();
  }

  private static Containers running(String name) {
    return new Containers(bed, control, Device.running(bed, name));
  }
}
