package io.harmonyagent.reconcilers.container;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ContainerLife.Restart;
import io.harmonyagent.core.manifest.ContainerSpec;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.core.reconcile.Target;
import io.harmonyagent.core.time.TimeSource;
import io.harmonyagent.reconcilers.container.podman.FakeServer;
import io.harmonyagent.reconcilers.container.podman.PodmanContainer;
import io.harmonyagent.reconcilers.container.podman.PodmanContainer.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The old one runs for as long as the new one cannot be had. */
class StandbyTest {
  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
  private static final Labels OURS = new Labels(new AgentId("pi"));

  @TempDir Path directory;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private volatile String state = "exited";

  @ParameterizedTest
  @CsvSource({
    "ALWAYS, RUNNING, 0, InPlace",
    "ALWAYS, CREATED, 0, Start",
    "ALWAYS, EXITED, 0, Start",
    "ALWAYS, PAUSED, 0, InPlace",
    "ON_FAILURE, CREATED, 0, Start",
    "ON_FAILURE, EXITED, 3, Start",
    "ON_FAILURE, EXITED, 0, InPlace",
    "NO, CREATED, 0, InPlace",
    "NO, EXITED, 3, InPlace",
  })
  void the_policy_decides_whether_its_end_was_meant(
      Restart policy, Run run, int exitCode, String wanted) {
    Step step = Standby.due(policy, container("web", run, exitCode), ContainerMemo.NONE, NOW);
    assertThat(step.getClass().getSimpleName()).isEqualTo(wanted);
  }

  @Test
  void one_that_keeps_ending_pauses() {
    ContainerMemo memo = new ContainerMemo(Optional.empty(), 3, 3, Optional.empty());
    assertThat(Standby.due(Restart.ALWAYS, container("web", Run.EXITED, 1), memo, NOW))
        .isInstanceOfSatisfying(
            Step.Refuse.class, r -> assertThat(r.retryAfter()).contains(Duration.ofSeconds(3)));
  }

  @Test
  void what_never_proved_itself_is_kept_only_while_it_runs() {
    PodmanContainer proved = container("web.previous", Run.EXITED, 0);
    assertThat(Standby.among(seen(container("web", Run.RUNNING, 0), proved), OURS))
        .hasValueSatisfying(c -> assertThat(c.name()).isEqualTo("web"));
    assertThat(Standby.among(seen(container("web", Run.EXITED, 0), proved), OURS)).contains(proved);
  }

  @Test
  void somebody_elses_is_not_kept_up() {
    PodmanContainer theirs =
        new PodmanContainer(
            "x", "web", "image", Map.of(), Run.EXITED, 0, NOW, NOW, Optional.empty());
    assertThat(Standby.among(seen(theirs, null), OURS)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"created", "exited"})
  void an_image_that_cannot_be_had_leaves_the_old_one_running(String found) throws Exception {
    state = found;
    try (FakeServer _ = podman();
        ContainerReconciler containers = reconciler()) {
      assertThatThrownBy(() -> applied(containers))
          .isInstanceOf(ReconcileFailure.class)
          .hasMessageContaining("no route to host");
    }
    assertThat(asked).containsSubsequence("POST start", "POST pull");
    assertThat(state).isEqualTo("running");
  }

  @Test
  void one_that_ends_while_the_image_comes_is_started_again() throws Exception {
    state = "running";
    try (FakeServer _ = podman();
        ContainerReconciler containers = reconciler()) {
      assertThatThrownBy(() -> applied(containers)).isInstanceOf(ReconcileFailure.class);
    }
    assertThat(asked).containsSubsequence("POST pull", "POST start");
    assertThat(state).isEqualTo("running");
  }

  /** A podman with the old container, which ends when a pull begins; and no such pull succeeds. */
  private FakeServer podman() throws IOException {
    return new FakeServer(
        socket(),
        connection -> {
          while (connection.hear()) {
            String request = connection.request();
            if (request.contains("/containers/json")) {
              answer(connection, 200, "[" + listed() + "]");
            } else if (request.endsWith("/containers/web/json")) {
              answer(connection, 200, inspected());
            } else if (request.endsWith("/containers/web.previous/json")) {
              answer(connection, 404, "{}");
            } else if (request.contains("/images/pull")) {
              asked.add("POST pull");
              state = "exited";
              answer(connection, 200, "{\"error\": \"no route to host\"}\n");
            } else if (request.contains("/images/")) {
              answer(connection, 404, "{}");
            } else if (request.endsWith("/start")) {
              asked.add("POST start");
              state = "running";
              answer(connection, 204, "");
            } else {
              answer(connection, 200, "{\"store\": {\"graphRoot\": \"/x\"}}");
            }
          }
        });
  }

  private static void answer(FakeServer.Connection connection, int status, String body)
      throws IOException {
    connection.say(
        "HTTP/1.1 " + status + " x\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
  }

  private String listed() {
    return """
        {"Id": "1", "Names": ["web"], "ImageID": "i", "Labels": %s, "State": "%s", "ExitCode": 1,
         "StartedAt": 1000, "ExitedAt": 2000, "Status": ""}"""
        .formatted(labels(), state);
  }

  private String inspected() {
    return """
        {"Id": "1", "Name": "web", "Image": "i", "Config": {"Labels": %s},
         "State": {"Status": "%s", "ExitCode": 1, "StartedAt": "2026-01-31T11:00:00Z",
                   "FinishedAt": "2026-01-31T12:00:00Z"}}"""
        .formatted(labels(), state);
  }

  private static String labels() {
    return """
        {"io.harmonyagent.agent": "pi", "io.harmonyagent.resource": "web",
         "io.harmonyagent.spec-hash": "old", "io.harmonyagent.image-digest": "sha256:1"}""";
  }

  private Path socket() {
    return directory.resolve("s");
  }

  private ContainerReconciler reconciler() {
    return new ContainerReconciler(
        new ContainerReconciler.Settings(
            new AgentId("pi"), socket(), directory.resolve("state"), Duration.ofDays(7)),
        TimeSource.system());
  }

  private static void applied(ContainerReconciler containers) throws Exception {
    Target<ContainerSpec> target = target();
    ContainerObservation seen = containers.observe(target, true);
    containers.apply(target, seen, containers.decide(target, seen), new Attempt());
  }

  private static Target<ContainerSpec> target() throws InvalidDocument {
    String manifest =
        """
        {"generation": 1, "resources": [
          {"id": "web", "spec": {"kind": "Container", "image": "r.example/web:2"}}]}""";
    ManagedResource resource =
        ManifestReader.read(new JsonReader().read(manifest.getBytes(UTF_8), "test"))
            .resources()
            .getFirst();
    return new Target<>(
        resource.id(),
        (ContainerSpec) resource.spec(),
        resource.specHash(),
        true,
        "",
        Optional.empty());
  }

  private static PodmanContainer container(String name, Run run, int exitCode) {
    return new PodmanContainer(
        name,
        name,
        "image",
        OURS.of(new ResourceId("web"), new Version("old", "sha256:1"), Map.of()),
        run,
        exitCode,
        NOW.minusSeconds(9),
        NOW.minusSeconds(1),
        Optional.empty());
  }

  private static ContainerObservation seen(
      PodmanContainer current, @Nullable PodmanContainer previous) {
    return new ContainerObservation(
        NOW,
        Optional.of(current),
        Duration.ZERO,
        Optional.ofNullable(previous),
        Optional.empty(),
        Optional.empty());
  }
}
