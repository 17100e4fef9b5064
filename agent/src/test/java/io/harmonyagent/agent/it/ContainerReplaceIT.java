package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.testbed.Testbed;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A new version takes the old one's place only if it is well, whatever happens meanwhile. */
class ContainerReplaceIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1).switchingOff();

  private static final String QUIET = "\"network\": \"none\"";
  private static final String SHORT = QUIET + ", \"start_timeout\": \"4s\"";

  private static ControlPlane control;

  @BeforeAll
  static void start_the_mesh() {
    control = ControlPlane.start(bed);
    bed.registry();
  }

  @Test
  void a_healthy_new_version_takes_the_place_of_the_old_one() {
    Containers pi = withOld("fig");
    String old = pi.id("web");

    pi.want(Containers.web(2, pi.image("healthy", "v2"), QUIET));
    pi.converged(2);

    assertThat(pi.id("web")).isNotEqualTo(old);
    assertThat(pi.names()).containsExactly("web");
    assertThat(pi.details().imageDigest())
        .isEqualTo(bed.registry().image("healthy", "v2").digest());
    assertThat(pi.status().orElseThrow().lastDrift())
        .as("what was asked for is no drift")
        .isEmpty();
  }

  @Test
  void one_that_does_not_become_healthy_is_taken_back_and_not_tried_again() {
    Containers pi = withOld("oak");
    String old = pi.id("web");

    pi.want(Containers.web(2, pi.image("sick", "v1"), SHORT));
    ResourceState.Failed failed = pi.awaitFailed("RolledBack");

    assertThat(failed.error().message()).contains("did not become healthy within 4 s");
    assertThat(pi.id("web")).isEqualTo(old);
    assertThat(pi.runs("web")).isTrue();
    assertThat(pi.names()).containsExactly("web");

    pi.pi().kill(pi.device().agentPid());
    pi.eventually(p -> p.device().agentPid() != 0);
    pi.stop("web");
    pi.eventually(p -> p.runs("web"));
    assertThat(pi.id("web")).as("the old one, restarted").isEqualTo(old);
    pi.awaitFailed("RolledBack");
    assertThat(
            pi.pi()
                .run("podman", "events", "--stream=false", "--since=10m", "--filter=event=create")
                .out()
                .lines()
                .count())
        .as("the failed one was made once")
        .isEqualTo(2);

    pi.want(Containers.web(3, pi.image("healthy", "v2"), SHORT));
    pi.converged(3);
    assertThat(pi.id("web")).isNotEqualTo(old);
  }

  @Test
  void one_that_ends_or_does_not_start_is_taken_back() {
    Containers pi = withOld("elm");
    String old = pi.id("web");

    pi.want(Containers.web(2, pi.image("quitter", "v1"), SHORT));
    assertThat(pi.awaitFailed("RolledBack").error().message()).contains("exit code 3");
    assertThat(pi.id("web")).isEqualTo(old);
    pi.want(Containers.web(3, pi.image("sleeper", "v1"), SHORT + ", \"command\": [\"/nowhere\"]"));

    pi.awaitState(
        s -> s instanceof ResourceState.Failed f && f.error().message().contains("/nowhere"));
    assertThat(pi.id("web")).isEqualTo(old);
    assertThat(pi.runs("web")).isTrue();
  }

  @Test
  void an_image_that_cannot_be_had_stops_nothing() {
    Containers pi = withOld("ash");
    String before = pi.id("web") + pi.pid("web");

    pi.want(Containers.web(2, "registry:5000/healthy:none", QUIET));
    assertThat(pi.awaitFailed("ImagePullFailed").error().message()).contains("manifest unknown");
    pi.want(Containers.web(3, pi.image("sleeper", "v2"), QUIET + ", \"pull\": \"never\""));
    pi.awaitFailed("ImageMissing");

    assertThat(pi.id("web") + pi.pid("web")).isEqualTo(before);
  }

  @Test
  void a_power_cut_before_the_new_image_is_there_and_a_boot_offline_leave_the_old_one_running() {
    Containers pi = withOld("asp");
    String old = pi.id("web");
    bed.registry().freeze();
    try {
      pi.want(Containers.web(2, pi.image("healthy", "v2"), QUIET));
      pi.awaitState(s -> s instanceof ResourceState.Reconciling);
      pi.pi().powerCut();
      pi.pi().isolate();
      pi.pi().boot();

      pi.eventually(p -> p.runs("web"));
      assertThat(pi.id("web")).isEqualTo(old);
      pi.stop("web");
      pi.eventually(p -> p.runs("web"));
      assertThat(pi.names()).containsExactly("web");
    } finally {
      bed.registry().thaw();
      pi.pi().heal();
    }

    bed.eventually(Duration.ofMinutes(3), () -> !pi.id("web").equals(old) && pi.runs("web"));
    pi.converged(2);
  }

  @Test
  void the_old_one_that_ends_while_a_pull_hangs_is_started_again() {
    Containers pi = withOld("sloe");
    String old = pi.id("web");
    bed.registry().freeze();
    try {
      pi.want(Containers.web(2, pi.image("healthy", "v2"), QUIET));
      pi.awaitState(s -> s instanceof ResourceState.Reconciling);

      pi.stop("web");

      pi.eventually(p -> p.runs("web"));
      assertThat(pi.id("web")).isEqualTo(old);
    } finally {
      bed.registry().thaw();
    }
    pi.converged(2);
  }

  @Test
  void a_corrected_spec_does_not_wait_for_a_pull_that_hangs() {
    Containers pi = withOld("haw");
    bed.registry().freeze();
    try {
      pi.want(Containers.web(2, "registry:5000/healthy:none", QUIET));
      pi.awaitState(s -> s instanceof ResourceState.Reconciling);

      pi.want(Containers.web(3, pi.image("healthy", "v1"), QUIET + ", \"env\": {\"A\": \"1\"}"));

      pi.converged(3);
    } finally {
      bed.registry().thaw();
    }
  }

  @Test
  void a_port_that_somebody_else_has_stops_nothing_and_the_plan_says_so() {
    Containers pi = withOld("box");
    String before = pi.id("web") + pi.pid("web");
    String next = Containers.web(2, pi.image("healthy", "v2"), "\"ports\": [\"8080:80\"]");
    pi.pi().write("/etc/systemd/system/theirs.socket", "[Socket]\nListenStream=8080\nAccept=yes\n");
    pi.pi().write("/etc/systemd/system/theirs@.service", "[Service]\nExecStart=/bin/true\n");
    pi.pi().run("systemctl", "start", "theirs.socket").orFail();
    pi.pi().write("/root/next.json", next);

    assertThat(pi.device().agent("plan", "/root/next.json").out())
        .contains("port 8080/tcp is taken by another program");
    pi.want(next);
    assertThat(pi.awaitFailed("PortTaken").error().message()).contains("port 8080/tcp is taken");
    assertThat(pi.id("web") + pi.pid("web")).isEqualTo(before);

    pi.pi().run("systemctl", "stop", "theirs.socket").orFail();
    pi.converged(2);
    assertThat(pi.names()).containsExactly("web");
    pi.want(Containers.web(3, pi.image("healthy", "v1"), "\"ports\": [\"8080:80\"]"));
    pi.converged(3);
  }

  @Test
  void a_spec_that_changes_while_the_new_one_is_judged_falls_back_on_the_last_good_one() {
    Containers pi = withOld("yew");
    String old = pi.id("web");

    pi.want(Containers.web(2, pi.image("sick", "v1"), QUIET + ", \"start_timeout\": \"60s\""));
    pi.eventually(p -> p.names().equals(List.of("web", "web.previous")) && p.runs("web"));
    pi.want(Containers.web(3, pi.image("sick", "v2"), SHORT));
    pi.awaitFailed("RolledBack");

    assertThat(pi.id("web")).isEqualTo(old);
    assertThat(pi.names()).containsExactly("web");
  }

  @Test
  void a_new_version_that_somebody_removes_while_it_is_judged_is_made_again_and_no_failed_one() {
    Containers pi = withOld("may");
    pi.want(Containers.web(2, pi.image("sick", "v1"), QUIET + ", \"start_timeout\": \"60s\""));
    pi.eventually(p -> p.names().equals(List.of("web", "web.previous")) && p.runs("web"));
    String removed = pi.id("web");

    pi.pi().run("podman", "rm", "-f", "--time=0", "web").orFail();

    pi.eventually(
        p ->
            p.names().equals(List.of("web", "web.previous"))
                && p.runs("web")
                && !p.id("web").equals(removed));
  }

  @Test
  void the_old_one_that_is_back_is_kept_up_by_the_passes_alone() {
    Containers pi =
        new Containers(
            bed, control, Device.prepare(bed, "ivy", "events: false\npass_interval: 1s\n"));
    pi.device().startAgent();
    pi.want(Containers.web(1, pi.image("healthy", "v1"), QUIET));
    pi.converged(1);
    pi.want(Containers.web(2, pi.image("quitter", "v1"), SHORT));
    // The second time nothing was tried, and the next retry is a minute away.
    pi.awaitState(
        s ->
            s instanceof ResourceState.Failed f
                && f.error().code().equals("RolledBack")
                && f.attempts() > 1);

    pi.stop("web");

    bed.eventually(Duration.ofSeconds(20), () -> pi.runs("web"));
  }

  @Test
  void what_a_container_keeps_in_a_volume_of_its_image_outlives_every_version() {
    Containers pi = new Containers(bed, control, Device.running(bed, "nut"));
    pi.want(Containers.web(1, pi.image("keeper", "v1"), QUIET));
    pi.converged(1);
    pi.pi().run("podman", "exec", "web", "sh", "-c", "echo precious >/data/x").orFail();

    pi.want(Containers.web(2, pi.image("keeper", "v2"), QUIET));
    pi.converged(2);
    assertThat(kept(pi)).isEqualTo("precious");
    pi.want(Containers.web(3, pi.image("quitter", "v1"), SHORT));
    pi.awaitFailed("RolledBack");
    assertThat(kept(pi)).isEqualTo("precious");
    pi.want(Containers.web(4, pi.image("keeper", "v1"), QUIET + ", \"env\": {\"A\": \"1\"}"));
    pi.converged(4);
    assertThat(kept(pi)).isEqualTo("precious");
    assertThat(volumes(pi)).hasSize(1);

    pi.want(Containers.manifest(5));
    pi.eventually(p -> p.names().isEmpty() && volumes(p).isEmpty());
  }

  @Test
  void what_an_adopted_container_kept_is_carried_over_and_never_removed() {
    Containers pi = new Containers(bed, control, Device.running(bed, "bud"));
    pi.pi()
        .run("podman", "run", "-d", "--name=web", "--net=none", pi.image("keeper", "v1"))
        .orFail();
    pi.pi().run("podman", "exec", "web", "sh", "-c", "echo theirs >/data/x").orFail();
    List<String> theirs = volumes(pi);

    pi.want(Containers.web(1, pi.image("keeper", "v2"), QUIET + ", \"adopt\": true"));
    pi.converged(1);
    assertThat(kept(pi)).isEqualTo("theirs");
    pi.want(Containers.web(2, pi.image("keeper", "v1"), QUIET + ", \"adopt\": true"));
    pi.converged(2);
    assertThat(kept(pi)).isEqualTo("theirs");

    pi.want(Containers.manifest(3));
    pi.eventually(p -> p.names().isEmpty());
    assertThat(volumes(pi)).isEqualTo(theirs).hasSize(1);
  }

  private static String kept(Containers pi) {
    return pi.pi().run("podman", "exec", "web", "cat", "/data/x").orFail().text();
  }

  private static List<String> volumes(Containers pi) {
    return pi.pi().run("podman", "volume", "ls", "-q").orFail().out().lines().toList();
  }

  @Test
  void a_killed_agent_finishes_what_it_began() {
    Containers pi = withOld("fir");
    for (int generation = 2; generation < 8; generation++) {
      String tag = generation % 2 == 0 ? "v2" : "v1";
      pi.want(Containers.web(generation, pi.image("healthy", tag), QUIET));
      List<String> stages = List.of("web.previous", "web", "previous");
      String stage = stages.get(generation % stages.size());
      pi.eventually(p -> p.names().toString().contains(stage));
      pi.pi().kill(pi.device().agentPid());
      pi.eventually(p -> p.device().agentPid() != 0);

      pi.converged(generation);
      assertThat(pi.names()).containsExactly("web");
      assertThat(pi.details().imageDigest())
          .isEqualTo(bed.registry().image("healthy", tag).digest());
    }
  }

  @Test
  void a_power_cut_in_the_middle_loses_nothing() {
    Containers pi = withOld("bay");

    pi.want(Containers.web(2, pi.image("healthy", "v2"), QUIET));
    pi.eventually(p -> p.names().toString().contains("web.previous"));
    pi.pi().powerCut();
    pi.pi().boot();

    pi.converged(2);
    pi.eventually(p -> p.runs("web") && p.names().equals(List.of("web")));
  }

  @Test
  void a_tag_that_was_moved_is_followed_where_that_is_wanted() {
    Containers pi =
        new Containers(bed, control, Device.prepare(bed, "gum", "pass_interval: 200ms\n"));
    pi.device().startAgent();
    push(pi, "v1");
    pi.want(Containers.web(1, "registry:5000/moving:now", QUIET + ", \"pull\": \"always\""));
    pi.converged(1);
    String first = pi.details().imageDigest();

    push(pi, "v2");

    pi.awaitState(
        s -> s instanceof ResourceState.Ready && !pi.details().imageDigest().equals(first));
    assertThat(pi.names()).containsExactly("web");
  }

  @Test
  void a_registry_that_does_not_answer_keeps_nobody_from_looking_after_the_container() {
    Containers pi =
        new Containers(bed, control, Device.prepare(bed, "bog", "pass_interval: 200ms\n"));
    pi.device().startAgent();
    pi.want(Containers.web(1, pi.image("healthy", "v1"), QUIET + ", \"pull\": \"always\""));
    pi.converged(1);
    bed.registry().freeze();
    try {
      // After the second end it takes ten seconds to count as running: time enough for many passes.
      for (int i = 0; i < 3; i++) {
        String before = pi.pid("web");
        pi.pi().run("podman", "kill", "web").orFail();
        pi.eventually(p -> p.runs("web") && !p.pid("web").equals(before));
        pi.converged(1);
      }
    } finally {
      bed.registry().thaw();
    }
  }

  private static void push(Containers pi, String tag) {
    pi.pi().run("podman", "pull", "-q", pi.image("sleeper", tag)).orFail();
    pi.pi()
        .run("podman", "push", "-q", pi.image("sleeper", tag), "registry:5000/moving:now")
        .orFail();
  }

  private static Containers withOld(String name) {
    Containers pi = new Containers(bed, control, Device.running(bed, name));
    pi.want(Containers.web(1, pi.image("healthy", "v1"), QUIET));
    pi.converged(1);
    return pi;
  }
}
