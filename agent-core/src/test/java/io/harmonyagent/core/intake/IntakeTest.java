package io.harmonyagent.core.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.Eventually;
import io.harmonyagent.core.engine.Engine;
import io.harmonyagent.core.engine.EngineSettings;
import io.harmonyagent.core.ledger.Ledger;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.AgentRelease;
import io.harmonyagent.core.reconcile.Reconcilers;
import io.harmonyagent.core.reconcile.Shelf;
import io.harmonyagent.core.runtime.DeviceFacts;
import io.harmonyagent.core.runtime.EngineLoop;
import io.harmonyagent.core.runtime.Jitter;
import io.harmonyagent.core.runtime.PassSettings;
import io.harmonyagent.core.runtime.StatusBook;
import io.harmonyagent.core.runtime.Workers;
import io.harmonyagent.core.status.Rejection;
import io.harmonyagent.core.time.TimeSource;
import io.harmonyagent.core.trust.ManifestTrust;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntakeTest {
  @TempDir private Path directory;
  private final Shelf shelf = new Shelf();
  private final TimeSource time = TimeSource.system();
  private final StatusBook book =
      new StatusBook(new DeviceFacts(new AgentId("pi"), "1", "test", "boot"));
  private final List<Optional<AgentRelease>> builds = new CopyOnWriteArrayList<>();
  private volatile boolean surprised;
  private long revision;
  private Ledger ledger;
  private EngineLoop loop;
  private Intake intake;

  @BeforeEach
  void open() throws IOException {
    ledger = Ledger.open(directory);
    loop =
        new EngineLoop(
            new Engine(EngineSettings.DEFAULTS, new SplittableRandom(1)),
            new Workers(new Reconcilers(List.of(shelf), ledger)),
            ledger,
            book,
            time,
            PassSettings.DEFAULTS,
            new Jitter(new SplittableRandom(2)));
    loop.start();
    intake =
        new Intake(
            new ManifestTrust(new AgentId("pi"), directory.resolve("no-keys"), false),
            ledger,
            loop,
            this::take,
            book,
            time,
            new InitialManifest(initial()));
  }

  @AfterEach
  void close() {
    intake.close();
    loop.close();
  }

  private void take(Optional<AgentRelease> build) {
    if (surprised) {
      throw new IllegalStateException("surprise");
    }
    builds.add(build);
  }

  @Test
  void a_defect_that_a_manifest_brings_to_light_is_told_and_the_next_one_heard() throws Exception {
    intake.start();
    surprised = true;

    offer(bytes(manifest(4)));

    Eventually.so(
        "told",
        () ->
            book.snapshot().rejected().map(Rejection::reason).equals(Optional.of("InternalError")));
    surprised = false;
    offer(bytes(manifest(5)));
    Eventually.so("heard", () -> book.snapshot().hasConverged(5));
    assertThat(book.snapshot().rejected()).isEmpty();
  }

  private void offer(byte[] manifest) {
    intake.offer(manifest, ++revision);
  }

  @Test
  void what_comes_late_does_not_overtake_a_newer_offer() throws Exception {
    intake.offer(bytes(manifest(5)), 5);
    intake.offer(bytes(manifest(4)), 4);

    intake.start();

    Eventually.so("converged", () -> book.snapshot().hasConverged(5));
  }

  @Test
  void when_revisions_begin_again_a_lower_one_counts() throws Exception {
    intake.offer(bytes(manifest(4)), 9);

    intake.startOver();
    intake.offer(bytes(manifest(5)), 1);
    intake.start();

    Eventually.so("converged", () -> book.snapshot().hasConverged(5));
  }

  @Test
  void an_accepted_manifest_is_stored_as_it_came_and_put_into_force() throws Exception {
    intake.start();

    offer(bytes(manifest(4)));

    Eventually.so("converged", () -> book.snapshot().hasConverged(4));
    assertThat(ledger.manifest())
        .hasValueSatisfying(stored -> assertThat(stored).isEqualTo(bytes(manifest(4))));
  }

  @Test
  void a_device_without_a_network_converges_from_what_it_remembers() throws Exception {
    ledger.accept(bytes(manifest(4)));

    intake.start();

    Eventually.so("converged", () -> book.snapshot().hasConverged(4));
    assertThat(shelf.things).containsKey("/a");
  }

  @Test
  void what_is_remembered_and_cannot_be_read_is_no_manifest() throws Exception {
    ledger.accept(bytes("{\"generation\": 4, \"resources\": 7}"));

    intake.start();

    assertThat(intake.hasManifest()).isFalse();
    offer(bytes(manifest(5)));
    Eventually.so("converged", () -> book.snapshot().hasConverged(5));
    assertThat(intake.hasManifest()).isTrue();
  }

  @Test
  void the_initial_manifest_is_in_force_until_the_mesh_says_something_else() throws Exception {
    Files.writeString(initial(), manifest(0).replace("/a", "/initial"));
    intake.start();
    Eventually.so("converged", () -> shelf.things.containsKey("/initial"));
    assertThat(ledger.manifest()).isEmpty();

    offer(bytes(manifest(1)));

    Eventually.so("converged", () -> book.snapshot().hasConverged(1));
    assertThat(shelf.things).containsOnlyKeys("/a");
  }

  @Test
  void a_wrong_initial_manifest_stops_nobody() throws Exception {
    Files.writeString(initial(), "resources: 7\n");
    intake.start();

    offer(bytes(manifest(1)));

    Eventually.so("converged", () -> book.snapshot().hasConverged(1));
  }

  @Test
  void who_has_heard_from_the_mesh_does_not_go_back_to_the_initial_manifest() throws Exception {
    Files.writeString(initial(), manifest(0).replace("/a", "/initial"));
    ledger.accept(bytes(manifest(4)));

    intake.start();

    Eventually.so("converged", () -> book.snapshot().hasConverged(4));
    assertThat(shelf.things).containsOnlyKeys("/a");
  }

  @Test
  void the_wanted_build_is_passed_on_from_memory_too() throws Exception {
    String release = "\"agent\":{\"version\":\"1\",\"artifact\":\"sha256:" + "a".repeat(64);
    String manifest = manifest(4).replaceFirst("\\{", "{" + release + "\",\"size\":1},");
    ledger.accept(bytes(manifest));

    intake.start();
    offer(bytes(manifest(5)));

    Eventually.so("both passed on", () -> builds.size() == 2);
    Eventually.so("converged", () -> book.snapshot().hasConverged(5));
    assertThat(builds.getFirst().map(AgentRelease::version)).contains("1");
    assertThat(builds.getLast()).isEmpty();
  }

  @Test
  void a_memory_that_cannot_be_read_stops_nobody() throws Exception {
    ledger.accept(bytes("{"));
    intake.start();

    offer(bytes(manifest(1)));

    Eventually.so("converged", () -> book.snapshot().hasConverged(1));
  }

  @Test
  void a_rejected_manifest_leaves_the_one_before_in_force() throws Exception {
    intake.start();
    offer(bytes(manifest(4)));
    Eventually.so("converged", () -> book.snapshot().hasConverged(4));

    offer(bytes("{\"generation\":5,\"resources\":[{\"id\":\"A\"}]}"));

    Eventually.so("rejected", () -> book.snapshot().rejected().isPresent());
    assertThat(book.snapshot().rejected())
        .get()
        .extracting(Rejection::pointer, r -> r.generation().orElse(0L))
        .containsExactly("/resources/0/id", 5L);
    assertThat(book.snapshot().hasConverged(4)).isTrue();
    assertThat(ledger.manifest())
        .hasValueSatisfying(stored -> assertThat(stored).isEqualTo(bytes(manifest(4))));
  }

  @Test
  void the_rejection_is_over_when_the_accepted_one_is_wanted_again() throws Exception {
    intake.start();
    offer(bytes(manifest(4)));
    Eventually.so("converged", () -> book.snapshot().hasConverged(4));
    offer(bytes("nonsense"));
    Eventually.so("rejected", () -> book.snapshot().rejected().isPresent());

    offer(bytes(manifest(4)));

    Eventually.so("cleared", () -> book.snapshot().rejected().isEmpty());
  }

  @Test
  void a_stale_generation_is_refused_after_a_restart_too() throws Exception {
    ledger.accept(bytes(manifest(4)));
    intake.start();
    Eventually.so("converged", () -> book.snapshot().hasConverged(4));

    offer(bytes(manifest(3)));

    Eventually.so("rejected", () -> book.snapshot().rejected().isPresent());
    assertThat(book.snapshot().rejected().map(Rejection::reason)).contains("StaleGeneration");
  }

  @Test
  void a_manifest_that_cannot_be_stored_is_not_applied() throws Exception {
    Path inTheWay = Files.createDirectories(directory.resolve("manifest.json.new/full"));
    intake.start();

    offer(bytes(manifest(4)));

    Eventually.so("rejected", () -> book.snapshot().rejected().isPresent());
    assertThat(book.snapshot().rejected().map(Rejection::reason)).contains("LedgerUnavailable");
    assertThat(shelf.things).isEmpty();
    assertThat(inTheWay).exists();
  }

  @Test
  void it_is_applied_as_soon_as_it_can_be_stored_though_nobody_offers_it_again() throws Exception {
    Path inTheWay = Files.createDirectories(directory.resolve("manifest.json.new/full"));
    intake.start();
    offer(bytes(manifest(4)));
    Eventually.so("rejected", () -> book.snapshot().rejected().isPresent());

    Files.delete(inTheWay);

    Eventually.so("converged", () -> book.snapshot().hasConverged(4));
    Eventually.so("cleared", () -> book.snapshot().rejected().isEmpty());
  }

  private static String manifest(long generation) {
    return "{\"generation\":%d,\"resources\":[{\"id\":\"a\",\"spec\":{\"kind\":\"File\",\"path\":\"/a\",\"content\":{\"inline\":\"x\"}}}]}"
        .formatted(generation);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Path initial() {
    return directory.resolve("initial.yaml");
  }
}
