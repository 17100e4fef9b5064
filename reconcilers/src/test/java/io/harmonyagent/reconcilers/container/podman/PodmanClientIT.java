package io.harmonyagent.reconcilers.container.podman;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.testbed.Image;
import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The client against the real podman. */
class PodmanClientIT {
  @RegisterExtension static final Testbed bed = Testbed.withoutNats();

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final Duration TICK = Duration.ofMillis(200);

  private PodmanClient podman = new PodmanClient(Path.of("/"));

  @BeforeAll
  static void boot() {
    bed.pi("kitchen").boot();
    bed.registry();
  }

  @BeforeEach
  void connect() {
    podman = client();
  }

  @AfterEach
  void remove_all() throws PodmanException {
    for (PodmanContainer container : podman.containers()) {
      podman.remove(container.id());
    }
    podman.close();
  }

  @Test
  void it_says_its_version_and_where_it_keeps_things() throws PodmanException {
    assertThat(podman.version()).matches("[456]\\.[0-9]+\\.[0-9]+.*");
    assertThat(podman.store().root()).isEqualTo("/var/lib/containers/storage");
    assertThat(podman.store().freeBytes()).isBetween(100_000_000L, 1_100_000_000L);
  }

  @Test
  void an_image_is_pulled_and_known_by_its_digest() throws PodmanException {
    Image web = bed.registry().image("web", "v1");

    String id = pull(web.reference());

    PodmanImage image = podman.image(web.reference()).orElseThrow();
    assertThat(image.id()).isEqualTo(id);
    assertThat(image.digest()).isEqualTo(web.digest());
    assertThat(podman.image(web.pinned())).contains(image);
  }

  @Test
  void a_pull_that_fails_says_so_although_podman_says_200() {
    assertThatThrownBy(() -> pull("registry:5000/web:none"))
        .isInstanceOf(PodmanException.Refused.class)
        .hasMessageContaining("manifest unknown");
    assertThatThrownBy(() -> pull("nowhere.invalid/web:v1"))
        .isInstanceOf(PodmanException.Refused.class)
        .hasMessageContaining("nowhere.invalid");
  }

  @Test
  void a_manifest_can_be_looked_up_without_pulling_it() throws PodmanException {
    Image v2 = bed.registry().image("sleeper", "v2");

    podman.checkManifest(v2.pinned());

    assertThat(podman.image(v2.reference())).isEmpty();
    assertThatThrownBy(() -> podman.checkManifest("registry:5000/sleeper:none"))
        .hasMessageContaining("manifest unknown");
  }

  @Test
  void a_container_goes_through_its_life() throws PodmanException {
    Instant before = Instant.now().minusSeconds(2);
    String id = sleeper("one");
    assertThat(one("one").run()).isEqualTo(PodmanContainer.Run.CREATED);

    podman.start("one");
    podman.start("one");
    PodmanContainer running = one("one");
    assertThat(running.run()).isEqualTo(PodmanContainer.Run.RUNNING);
    assertThat(running.id()).isEqualTo(id);
    assertThat(running.startedAt()).isBetween(before, Instant.now());
    assertThat(running.hasLabel("who", "one")).isTrue();

    podman.rename("one", "two");
    podman.stop("two", Duration.ofSeconds(5));
    podman.stop("two", Duration.ofSeconds(5));
    PodmanContainer stopped = one("two");
    assertThat(stopped.run()).isEqualTo(PodmanContainer.Run.EXITED);
    assertThat(stopped.exitCode()).isZero();
    assertThat(stopped.finishedAt()).isAfter(before);

    podman.remove("two");
    podman.remove("two");
    assertThat(podman.container("two")).isEmpty();
  }

  @Test
  void what_somebody_paused_is_stopped_all_the_same() throws PodmanException {
    sleeper("one");
    podman.start("one");
    bed.pi("kitchen").run("podman", "pause", "one").orFail();

    podman.stop("one", Duration.ofSeconds(5));

    assertThat(one("one").run()).isEqualTo(PodmanContainer.Run.EXITED);
  }

  @Test
  void a_list_and_a_look_at_one_say_the_same() throws PodmanException {
    pull(bed.registry().image("healthy", "v1").reference());
    create("well", "healthy");
    podman.start("well");
    sleeper("still");
    bed.eventually(
        SOON, () -> one("well").health(), h -> h.equals(health(PodmanContainer.Health.HEALTHY)));

    for (PodmanContainer listed : podman.containers()) {
      PodmanContainer looked = one(listed.name());
      assertThat(looked.id()).isEqualTo(listed.id());
      assertThat(looked.run()).isEqualTo(listed.run());
      assertThat(looked.health()).isEqualTo(listed.health());
      assertThat(looked.labels()).isEqualTo(listed.labels());
      assertThat(looked.imageId()).isEqualTo(listed.imageId());
      if (looked.run() == PodmanContainer.Run.RUNNING) {
        assertThat(looked.startedAt().getEpochSecond())
            .isEqualTo(listed.startedAt().getEpochSecond());
      }
    }
  }

  @Test
  void a_name_in_use_is_told_from_other_refusals() throws PodmanException {
    sleeper("taken");

    assertThatThrownBy(() -> sleeper("taken"))
        .isInstanceOfSatisfying(
            PodmanException.Refused.class, e -> assertThat(e.isNameInUse()).isTrue());
    assertThatThrownBy(() -> podman.start("nobody"))
        .isInstanceOfSatisfying(
            PodmanException.Refused.class,
            e -> {
              assertThat(e.isNotFound()).isTrue();
              assertThat(e.isNameInUse()).isFalse();
            });
  }

  /** podman's database is of before, its storage of after: so a power cut may leave them. */
  @Test
  void what_a_power_cut_left_of_a_container_makes_room_for_another_one() throws PodmanException {
    String database = "/var/lib/containers/storage/libpod/bolt_state.db";
    sleeper("other");
    bed.pi("kitchen").run("cp", database, "/var/tmp/before.db").orFail();
    sleeper("torn");
    bed.pi("kitchen").run("systemctl", "stop", "podman.service").orFail();
    bed.pi("kitchen").run("cp", "/var/tmp/before.db", database).orFail();
    assertThatThrownBy(() -> sleeper("torn"))
        .isInstanceOfSatisfying(
            PodmanException.Refused.class, e -> assertThat(e.isNameInUse()).isTrue());

    assertThat(podman.removeRemains("other")).isFalse();
    assertThat(podman.removeRemains("torn")).isTrue();

    sleeper("torn");
    assertThat(podman.containers())
        .extracting(PodmanContainer::name)
        .containsExactlyInAnyOrder("other", "torn");
  }

  @Test
  void events_tell_what_happens_to_labelled_containers_only() throws PodmanException {
    try (PodmanEvents events = podman.events("who", "heard")) {
      sleeper("unheard");
      podman.start("unheard");
      sleeper("heard");
      podman.start("heard");
      podman.remove("heard");

      List<String> actions = new ArrayList<>();
      while (!actions.contains("remove")) {
        PodmanEvent event = events.next().orElseThrow();
        assertThat(event.attributes()).containsEntry("name", "heard");
        actions.add(event.action());
      }
      assertThat(actions).contains("start", "died");
    }
  }

  @Test
  void an_image_in_use_is_not_removed() throws PodmanException {
    sleeper("user");
    String image = one("user").imageId();

    assertThatThrownBy(() -> podman.removeImage(image)).isInstanceOf(PodmanException.Refused.class);
    podman.remove("user");
    podman.removeImage(image);

    assertThat(podman.image(image)).isEmpty();
  }

  @Test
  void the_services_idle_exit_between_two_calls_is_not_noticed() throws PodmanException {
    podman.version();

    pi().run("systemctl", "stop", "podman.service").orFail();

    assertThat(podman.version()).isNotEmpty();
  }

  @Test
  void a_frozen_service_is_given_up_and_others_go_on_after_it() throws PodmanException {
    podman.version();
    long pid = pi().mainPid("podman.service");
    pi().freeze(pid);
    try (UnixHttp http = new UnixHttp(socket())) {
      assertThatThrownBy(() -> http.call(HttpRequest.get("/_ping"), Duration.ofMillis(300)))
          .isInstanceOf(PodmanException.TimedOut.class);
    } finally {
      pi().thaw(pid);
    }
    assertThat(podman.version()).isNotEmpty();
  }

  private static PodmanClient client() {
    return new PodmanClient(socket());
  }

  private static Path socket() {
    return pi().root().resolve("run/podman/podman.sock");
  }

  private static Pi pi() {
    return bed.pi("kitchen");
  }

  private static Optional<PodmanContainer.Health> health(PodmanContainer.Health health) {
    return Optional.of(health);
  }

  private PodmanContainer one(String name) throws PodmanException {
    return podman.container(name).orElseThrow();
  }

  private String pull(String reference) throws PodmanException {
    try (PodmanPull pull = podman.pull(reference)) {
      return pull.finish(TICK, SOON, () -> true);
    }
  }

  private String sleeper(String name) throws PodmanException {
    pull(bed.registry().image("sleeper", "v1").reference());
    return create(name, "sleeper");
  }

  private String create(String name, String image) throws PodmanException {
    return podman.create(
        new JsonObject()
            .put("name", name)
            .put("image", "registry:5000/" + image + ":v1")
            .put("netns", new JsonObject().put("nsmode", "none"))
            .putTextMap("labels", Map.of("who", name))
            .node());
  }
}
