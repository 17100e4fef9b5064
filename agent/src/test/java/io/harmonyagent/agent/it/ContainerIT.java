package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.status.Drift;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import io.harmonyagent.testbed.Image;
import io.harmonyagent.testbed.Testbed;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Containers: what is wanted runs, stays, and goes when it is no longer wanted. */
class ContainerIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1).switchingOff();

  private static final String QUIET = "\"network\": \"none\"";

  private static ControlPlane control;

  @BeforeAll
  static void start_the_mesh() {
    control = ControlPlane.start(bed);
    bed.registry();
  }

  @Test
  void a_wanted_container_runs_and_its_digest_is_recorded() {
    Containers pi = running("fig");
    Image web = bed.registry().image("web", "v1");

    pi.want(Containers.web(1, web.reference(), "\"ports\": [\"80:8080/tcp\"]"));
    pi.converged(1);

    assertThat(pi.details().imageDigest()).isEqualTo(web.digest());
    assertThat(pi.details().containerId()).isEqualTo(pi.id("web"));
    assertThat(pi.details().health()).isEqualTo("none");
    pi.eventually(p -> p.pi().run("curl", "-s", "http://127.0.0.1:80/").text().equals("v1"));
  }

  @Test
  void all_that_a_spec_says_reaches_the_container_and_no_secret_the_status() {
    Containers pi = running("oak");
    pi.pi().write("/etc/key", "hunter2");
    pi.pi().run("mkdir", "-p", "/srv/data").orFail();

    pi.want(
        Containers.web(
            1,
            bed.registry().image("sleeper", "v1").pinned(),
            """
            "name": "shop", "args": ["sh", "-c", "sleep 100000"], "env": {"TOKEN": "hunter3"},
            "secrets": [{"name": "key", "file": "/etc/key"}], "volumes": ["data:/data", "/srv/data:/x:ro"],
            "tmpfs": {"/scratch": "1Mi"}, "network": "host", "hostname": "shop", "workdir": "/tmp",
            "user": "1000:1000", "read_only": true, "cap_drop": ["ALL"], "cap_add": ["NET_BIND_SERVICE"],
            "memory": "64Mi", "cpus": 0.5, "pids": 50, "stop_timeout": "3s", "labels": {"team": "a"},
            "log_driver": "k8s-file", "devices": ["/dev/fuse"]
            """));
    pi.converged(1);

    assertThat(inside(pi, "id -u; pwd; hostname; cat /run/secrets/key; env"))
        .contains("1000", "/tmp", "hunter2", "TOKEN=hunter3");
    assertThat(inside(pi, "echo x >/a || echo y >/x/a || echo z >/scratch/a && cat /scratch/a"))
        .contains("z");
    assertThat(inside(pi, "ls /dev")).contains("fuse");
    assertThat(
            pi.inspect(
                "shop",
                "{{.HostConfig.Memory}} {{.HostConfig.NanoCpus}} {{.HostConfig.PidsLimit}}"
                    + " {{.HostConfig.NetworkMode}} {{.HostConfig.LogConfig.Type}}"
                    + " {{.Config.StopTimeout}} {{.Config.Labels.team}} {{.EffectiveCaps}}"
                    + " {{.HostConfig.RestartPolicy.Name}}"))
        .isEqualTo("67108864 500000000 50 host k8s-file 3 a [CAP_NET_BIND_SERVICE] no");
    assertThat(pi.device().journal()).doesNotContain("hunter");
    assertThat(pi.pi().read("/run/harmony-agent/status.json")).doesNotContain("hunter");
  }

  @Test
  void health_counts_into_ready() {
    Containers pi = running("elm");

    pi.want(Containers.web(1, pi.image("healthy", "v1"), QUIET));
    pi.converged(1);
    assertThat(pi.details().health()).isEqualTo("healthy");

    pi.want(
        Containers.web(
            2,
            pi.image("web", "v1"),
            QUIET
                + ", \"name\": \"other\","
                + "\"health\": {\"command\": [\"false\"], \"interval\": \"1s\", \"retries\": 1},"
                + " \"start_timeout\": \"4s\""));
    assertThat(
            pi.awaitState(
                    s ->
                        s instanceof ResourceState.Reconciling r
                            && !r.equals(new ResourceState.Reconciling()))
                .toString())
        .contains("health");
    assertThat(pi.awaitFailed("Unhealthy").error().message()).contains("health check fails");
    assertThat(pi.runs("other")).as("it stays for inspection").isTrue();
    pi.eventually(p -> p.names().equals(List.of("other")));
  }

  @Test
  void what_somebody_does_to_it_is_repaired_and_reported() {
    Containers pi = running("ash");
    pi.want(Containers.web(1, pi.image("sleeper", "v1"), QUIET));
    pi.converged(1);
    String id = pi.id("web");

    pi.stop("web");
    assertThat(drift(pi, "ended with exit code").what()).contains("ended with exit code");
    pi.eventually(p -> p.runs("web"));
    pi.pi().run("podman", "pause", "web").orFail();
    drift(pi, "was paused");
    pi.eventually(p -> p.runs("web"));
    pi.pi().run("podman", "rename", "web", "mine").orFail();
    drift(pi, "was renamed to mine");
    assertThat(pi.id("web")).isEqualTo(id);
    assertThat(pi.details().restarts()).isEqualTo(1);
    pi.remove("web");

    pi.eventually(p -> p.runs("web") && !p.id("web").equals(id));
    assertThat(pi.names()).containsExactly("web");
  }

  @Test
  void neither_a_restart_of_the_agent_nor_its_death_touches_a_container() {
    Containers pi = running("yew");
    pi.want(Containers.web(1, pi.image("healthy", "v1"), QUIET));
    pi.converged(1);
    String before = pi.life("web");

    pi.device().stopAgent();
    pi.device().startAgent();
    pi.converged(1);
    pi.pi().kill(pi.device().agentPid());
    pi.eventually(p -> p.device().agentPid() != 0);
    pi.want(Containers.web(2, pi.image("healthy", "v1"), QUIET));
    pi.converged(2);

    assertThat(pi.life("web")).isEqualTo(before);
  }

  @Test
  void a_lost_ledger_is_made_up_from_labels() {
    Containers pi = running("fir");
    pi.want(
        Containers.manifest(
            1,
            Containers.container("web", pi.image("sleeper", "v1"), QUIET),
            Containers.container("old", pi.image("sleeper", "v1"), QUIET)));
    pi.converged(1);
    pi.pi()
        .run("podman", "run", "-d", "--name=theirs", "--network=none", pi.image("sleeper", "v1"))
        .orFail();
    String before = pi.life("web");

    pi.device().stopAgent();
    pi.pi().run("rm", "-r", "/var/lib/harmony-agent").orFail();
    pi.want(Containers.web(2, pi.image("sleeper", "v1"), QUIET));
    pi.device().startAgent();

    pi.eventually(p -> p.names().equals(List.of("theirs", "web")));
    pi.converged(2);
    assertThat(pi.life("web")).isEqualTo(before);
    pi.want(Containers.manifest(3));
    pi.eventually(p -> p.names().equals(List.of("theirs")));
  }

  @Test
  void a_container_of_somebody_else_is_left_alone_unless_it_may_be_adopted() {
    Containers pi = running("bay");
    pi.pi()
        .run("podman", "run", "-d", "--name=web", "--network=none", pi.image("sleeper", "v1"))
        .orFail();
    String theirs = pi.id("web");

    pi.want(Containers.web(1, pi.image("sleeper", "v1"), QUIET));
    assertThat(pi.awaitFailed("AlreadyExists").error().message()).contains("adopt");
    assertThat(pi.id("web")).isEqualTo(theirs);
    pi.want(Containers.web(2, pi.image("sleeper", "v1"), QUIET + ", \"adopt\": true"));
    pi.converged(2);

    assertThat(pi.id("web")).isNotEqualTo(theirs);
    assertThat(pi.names()).containsExactly("web");
  }

  @Test
  void a_container_that_is_adopted_leaves_its_port_to_its_successor() {
    Containers pi = running("box");
    pi.pi()
        .run("podman", "run", "-d", "--name=web", "-p", "8080:80", pi.image("sleeper", "v1"))
        .orFail();

    pi.want(
        Containers.web(1, pi.image("sleeper", "v1"), "\"ports\": [\"8080:80\"], \"adopt\": true"));

    pi.converged(1);
    assertThat(pi.names()).containsExactly("web");
  }

  @Test
  void without_podman_it_is_blocked_and_goes_on_by_itself_once_there_is_one() {
    Containers pi = running("gum");
    pi.pi().run("systemctl", "stop", "podman.socket", "podman.service").orFail();

    pi.want(Containers.web(1, pi.image("sleeper", "v1"), QUIET));
    ResourceState.Blocked blocked =
        (ResourceState.Blocked) pi.awaitState(s -> s instanceof ResourceState.Blocked);
    assertThat(blocked.waitingFor())
        .contains("container runtime not available")
        .contains("/run/podman/podman.sock");
    pi.pi().run("systemctl", "start", "podman.socket").orFail();
    pi.converged(1);
    String before = pi.life("web");

    pi.pi().run("systemctl", "stop", "podman.socket", "podman.service").orFail();
    pi.awaitState(s -> s instanceof ResourceState.Blocked);
    pi.pi().run("systemctl", "start", "podman.socket").orFail();
    pi.awaitState(s -> s instanceof ResourceState.Ready);

    assertThat(pi.life("web")).isEqualTo(before);
  }

  @Test
  void it_is_restarted_when_what_it_depends_on_changed() {
    Containers pi = running("sal");
    String file =
        "{\"id\": \"conf\", \"spec\": {\"kind\": \"File\", \"path\": \"/etc/conf\", \"content\": {\"inline\": \"%s\"}}}";
    String web =
        "{\"id\": \"web\", \"restart_on\": [\"conf\"], \"depends_on\": [\"conf\"], \"spec\": {\"kind\": \"Container\","
            + " \"image\": \""
            + pi.image("sleeper", "v1")
            + "\", \"volumes\": [\"/etc/conf:/conf:ro\"], "
            + QUIET
            + "}}";
    pi.want(Containers.manifest(1, file.formatted("one"), web));
    pi.converged(1);
    String id = pi.id("web");
    String pid = pi.pid("web");

    pi.want(Containers.manifest(2, file.formatted("two"), web));
    pi.converged(2);

    pi.eventually(p -> !p.pid("web").equals(pid) && p.runs("web"));
    assertThat(pi.id("web")).isEqualTo(id);
    assertThat(pi.pi().run("podman", "exec", "web", "cat", "/conf").text()).isEqualTo("two");
  }

  private static Drift drift(Containers pi, String what) {
    return bed.eventually(
            Duration.ofSeconds(20),
            pi::status,
            s ->
                s.flatMap(ResourceStatus::lastDrift)
                    .filter(d -> d.what().contains(what))
                    .isPresent())
        .flatMap(ResourceStatus::lastDrift)
        .orElseThrow();
  }

  private static String inside(Containers pi, String script) {
    return pi.pi().run("podman", "exec", "shop", "sh", "-c", script).out();
  }

  private static Containers running(String name) {
    return new Containers(bed, control, Device.running(bed, name));
  }
}
