package io.harmonyagent.reconcilers.container;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.engine.OwnedThing;
import io.harmonyagent.core.engine.Ownership;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ContainerSpec;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.Target;
import io.harmonyagent.core.time.TimeSource;
import io.harmonyagent.reconcilers.container.podman.FakeServer;
import io.harmonyagent.reconcilers.container.podman.PodmanClient;
import io.harmonyagent.reconcilers.container.podman.PodmanContainer;
import io.harmonyagent.reconcilers.container.podman.PodmanVolume;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a container keeps in volumes without a name outlives it. */
class CarriedVolumesTest {
  private static final String NAME = "0123456789abcdef".repeat(4);
  private static final Labels OURS = new Labels(new AgentId("pi"));
  private static final PodmanVolume DATA = new PodmanVolume(NAME, "/data", false);

  @TempDir Path directory;
  private final List<String> removals = new CopyOnWriteArrayList<>();
  private String marks = "\"io.harmonyagent.agent\": \"pi\"";

  @Test
  void only_volumes_without_a_name_are_carried_over() throws Exception {
    try (FakeServer _ = podman();
        PodmanClient podman = new PodmanClient(socket())) {
      assertThat(CarriedVolumes.from(podman, OURS, Optional.of(before(ours())), spec("").files()))
          .isEqualTo(new CarriedVolumes(List.of(DATA), false));
    }
  }

  @Test
  void what_comes_from_an_adopted_container_stays_theirs_for_ever() throws Exception {
    try (FakeServer _ = podman();
        PodmanClient podman = new PodmanClient(socket())) {
      PodmanContainer later = before(Labels.withVolumesOfOthers(ours()));
      for (PodmanContainer each : List.of(before(Map.of()), later)) {
        assertThat(CarriedVolumes.from(podman, OURS, Optional.of(each), spec("").files()))
            .isEqualTo(new CarriedVolumes(List.of(DATA), true));
      }
    }
  }

  @Test
  void the_spec_may_have_something_else_there() throws Exception {
    for (String more :
        List.of(", \"volumes\": [\"mine:/data\"]", ", \"tmpfs\": {\"/data\": \"1Mi\"}")) {
      assertThat(CarriedVolumes.free(List.of(DATA), spec(more).files())).isEmpty();
    }
    assertThat(CarriedVolumes.free(List.of(DATA), spec(", \"volumes\": [\"a:/other\"]").files()))
        .containsExactly(DATA);
  }

  @Test
  void the_successor_mounts_them_by_name() throws Exception {
    String request =
        new String(JsonWriter.compact(CreateRequest.of(spec(""), Map.of(), List.of(DATA))), UTF_8);
    assertThat(request)
        .contains(
            "\"volumes\":[{\"Name\":\"" + NAME + "\",\"Dest\":\"/data\",\"Options\":[\"rw\"]}]");
  }

  @Test
  void the_container_before_it_goes_without_its_volumes() throws Exception {
    try (FakeServer _ = podman();
        ContainerReconciler containers = reconciler()) {
      Target<ContainerSpec> target =
          new Target<>(new ResourceId("web"), spec(""), "new", true, "", Optional.empty());
      ContainerObservation seen =
          new ContainerObservation(
              Instant.now(),
              Optional.of(before(OURS.of(target.id(), new Version("new", ""), Map.of()))),
              Duration.ofHours(1),
              Optional.of(before(ours())),
              Optional.empty(),
              Optional.empty());
      containers.apply(target, seen, containers.decide(target, seen), new Attempt());
    }
    assertThat(removals).singleElement().asString().contains("volumes=false");
  }

  @Test
  void what_we_made_is_deleted_with_them_and_what_was_adopted_without() throws Exception {
    Ownership web = Ownership.of(new OwnedThing(ContainerSpec.KIND, "web"), new ResourceId("web"));
    try (FakeServer _ = podman();
        ContainerReconciler containers = reconciler()) {
      containers.delete(web, new Attempt());
      marks += ", \"io.harmonyagent.volumes\": \"adopted\"";
      containers.delete(web, new Attempt());
    }
    assertThat(removals).hasSize(2);
    assertThat(removals.getFirst()).contains("volumes=true");
    assertThat(removals.getLast()).contains("volumes=false");
  }

  private FakeServer podman() throws IOException {
    return new FakeServer(
        socket(),
        connection -> {
          while (connection.hear()) {
            String request = connection.request();
            if (request.startsWith("DELETE")) {
              removals.add(request);
              answer(connection, 200, "[]");
            } else if (request.startsWith("POST")) {
              answer(connection, 204, "");
            } else if (request.endsWith("web.previous/json")) {
              answer(connection, 404, "{}");
            } else {
              answer(connection, 200, inspected());
            }
          }
        });
  }

  private static void answer(FakeServer.Connection connection, int status, String body)
      throws IOException {
    connection.say(
        "HTTP/1.1 " + status + " x\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
  }

  private String inspected() {
    return """
        {"Id": "1", "Name": "web", "Image": "i",
         "Config": {"Labels": {%s, "io.harmonyagent.spec-hash": "new"}, "StopTimeout": 3},
         "State": {"Status": "running", "StartedAt": "2026-01-31T11:00:00Z",
                   "FinishedAt": "0001-01-01T00:00:00Z"},
         "Mounts": [
           {"Type": "volume", "Name": "%s", "Destination": "/data", "RW": true},
           {"Type": "volume", "Name": "named", "Destination": "/x", "RW": true},
           {"Type": "bind", "Source": "/srv", "Destination": "/y", "RW": false}]}"""
        .formatted(marks, NAME);
  }

  private static Map<String, String> ours() {
    return OURS.of(new ResourceId("web"), new Version("old", "sha256:1"), Map.of());
  }

  private static PodmanContainer before(Map<String, String> labels) {
    return new PodmanContainer(
        "1",
        "web",
        "image",
        labels,
        PodmanContainer.Run.RUNNING,
        0,
        Instant.EPOCH,
        Instant.EPOCH,
        Optional.empty());
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

  private static ContainerSpec spec(String more) throws InvalidDocument {
    String manifest =
        "{\"generation\": 1, \"resources\": [{\"id\": \"web\", \"spec\": {\"kind\": \"Container\","
            + " \"image\": \"r.example/web:1\""
            + more
            + "}}]}";
    ManagedResource resource =
        ManifestReader.read(new JsonReader().read(manifest.getBytes(UTF_8), "test"))
            .resources()
            .getFirst();
    return (ContainerSpec) resource.spec();
  }
}
