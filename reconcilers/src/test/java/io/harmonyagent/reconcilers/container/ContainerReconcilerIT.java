package io.harmonyagent.reconcilers.container;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.engine.Outcome;
import io.harmonyagent.core.engine.RestartCause;
import io.harmonyagent.core.engine.Work;
import io.harmonyagent.core.ledger.Ledger;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ContainerSpec;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.Decision;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.core.reconcile.Reconcilers;
import io.harmonyagent.core.reconcile.Target;
import io.harmonyagent.core.time.TimeSource;
import io.harmonyagent.reconcilers.container.podman.PodmanClient;
import io.harmonyagent.reconcilers.container.podman.PodmanContainer;
import io.harmonyagent.reconcilers.container.podman.PodmanException;
import io.harmonyagent.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reconciler with the real podman and a real ledger, and crashes wherever one can happen. */
class ContainerReconcilerIT {
  @RegisterExtension static final Testbed bed = Testbed.withoutNats();

  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** Without a health check, and judged at once. */
  private static final String QUICK = "\"network\": \"none\", \"start_timeout\": \"50ms\"";

  /** Time enough to notice its end, however busy the machine is. */
  private static final String SLOW = "\"network\": \"none\", \"start_timeout\": \"3s\"";

  @TempDir Path directory;
  private PodmanClient podman = new PodmanClient(Path.of("/"));

  @BeforeAll
  static void boot() {
    bed.pi("kitchen").boot();
    bed.registry();
  }

  @BeforeEach
  void connect() {
    podman = new PodmanClient(socket());
  }

  @AfterEach
  void remove_all() throws PodmanException {
    for (PodmanContainer container : podman.containers()) {
      podman.remove(container.id());
    }
    podman.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_crash_at_any_step_of_a_replacement_leaves_one_container_the_new_one(boolean heard)
      throws Exception {
    ManagedResource old = container("sleeper:v1", QUICK);
    ManagedResource wanted = container("sleeper:v2", QUICK);
    int cuts = 0;
    for (boolean cut = true; cut; cuts += cut ? 1 : 0) {
      settled(socket(), old);
      assertThat(state(old)).isEqualTo(List.of("web " + old.specHash() + " RUNNING"));

      cut = crashAt(cuts + 1, heard, wanted);

      assertThat(settled(socket(), wanted))
          .as("after cut %s", cuts)
          .isInstanceOf(Outcome.InPlace.class);
      assertThat(state(wanted)).isEqualTo(List.of("web " + wanted.specHash() + " RUNNING"));
    }
    assertThat(cuts).as("changes that a replacement consists of").isGreaterThanOrEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_crash_at_any_step_of_a_rollback_brings_the_old_one_back(boolean heard) throws Exception {
    ManagedResource old = container("sleeper:v1", QUICK);
    int cuts = 0;
    for (boolean cut = true; cut; cuts += cut ? 1 : 0) {
      settled(socket(), old);
      // Another spec each time: one that failed is not tried again.
      ManagedResource wanted =
          container("quitter:v1", SLOW + ", \"labels\": {\"try\": \"" + cuts + "\"}");
      String id = podman.container("web").orElseThrow().id();

      cut = crashAt(cuts + 1, heard, wanted);

      Outcome outcome = settled(socket(), wanted);
      assertThat(outcome)
          .as("after cut %s", cuts)
          .isInstanceOfSatisfying(
              Outcome.Failed.class, f -> assertThat(f.error().code()).isEqualTo("RolledBack"));
      assertThat(state(old)).isEqualTo(List.of("web " + old.specHash() + " RUNNING"));
      assertThat(podman.container("web").orElseThrow().id()).isEqualTo(id);
    }
    assertThat(cuts).as("changes that a rollback consists of").isGreaterThanOrEqualTo(8);
  }

  @Test
  void a_rollback_that_was_finished_meanwhile_keeps_the_old_one() throws Exception {
    settled(socket(), container("sleeper:v1", QUICK));
    String id = podman.container("web").orElseThrow().id();
    ManagedResource bad = container("quitter:v1", QUICK);
    ContainerMemo memo =
        ContainerMemo.NONE.withFailed(new Version(bad.specHash(), "sha256:0"), "it ended");
    Target<ContainerSpec> target =
        new Target<>(
            bad.id(),
            (ContainerSpec) bad.spec(),
            bad.specHash(),
            true,
            memo.format(),
            Optional.empty());
    podman.rename(id, "web.previous");
    try (Agent agent = new Agent(socket())) {
      ContainerObservation seen = agent.containers.observe(target, false);
      Decision decision = agent.containers.decide(target, seen);
      podman.rename(id, "web");

      assertThatThrownBy(() -> agent.containers.apply(target, seen, decision, new Attempt()))
          .isInstanceOf(ReconcileFailure.class)
          .hasMessageContaining("the container before it is back");
    }
    assertThat(podman.container("web").orElseThrow().id()).isEqualTo(id);
  }

  @Test
  void a_failed_version_is_remembered_beyond_a_restart() throws Exception {
    settled(socket(), container("sleeper:v1", QUICK));
    ManagedResource bad = container("quitter:v1", QUICK);
    settled(socket(), bad);

    try (Agent again = new Agent(socket())) {
      Outcome outcome = again.look(bad, true);

      assertThat(outcome)
          .isInstanceOfSatisfying(
              Outcome.Failed.class,
              f -> {
                assertThat(f.error().code()).isEqualTo("RolledBack");
                assertThat(f.retryAfter()).isPresent();
              });
    }
  }

  @Test
  void a_plan_neither_pulls_nor_changes() throws Exception {
    podman.removeImage(imageId("web:v2"));
    try (Agent agent = new Agent(socket())) {
      var foresight = agent.all.foresee(container("web:v2", QUICK + ", \"pull\": \"always\""));
      assertThat(foresight.obstacle()).isEmpty();
      assertThat(agent.all.foresee(container("web:none", QUICK)).obstacle())
          .hasValueSatisfying(o -> assertThat(o).contains("manifest unknown"));
      assertThat(agent.all.foresee(container("web:v2", QUICK + ", \"pull\": \"never\"")).obstacle())
          .hasValueSatisfying(o -> assertThat(o).contains("not on the device"));
    }
    assertThat(podman.image("registry:5000/web:v2")).isEmpty();
    assertThat(podman.containers()).isEmpty();
  }

  @Test
  void a_hundred_looks_in_place_take_a_tenth_of_a_second_at_most() throws Exception {
    List<ManagedResource> hundred = new ArrayList<>();
    try (Agent agent = new Agent(socket())) {
      for (int i = 0; i < 100; i++) {
        ManagedResource one = resource("c" + i, "sleeper:v1", QUICK);
        hundred.add(one);
        assertThat(agent.look(one, false)).isInstanceOf(Outcome.Changed.class);
      }
      // The list of all is taken from then on again, not each by itself.
      bed.eventually(LIMIT, () -> pass(agent, hundred) >= 0 && pass(agent, hundred) < 100);
      assertThat(agent.look(hundred.getFirst(), false)).isInstanceOf(Outcome.InPlace.class);
    }
  }

  private static long pass(Agent agent, List<ManagedResource> all) {
    long before = System.nanoTime();
    for (ManagedResource one : all) {
      agent.look(one, false);
    }
    long millis = Duration.ofNanos(System.nanoTime() - before).toMillis();
    System.err.println("100 looks took " + millis + " ms");
    return millis;
  }

  /** One life of an agent: it may end at any moment, its ledger stays. */
  private final class Agent implements AutoCloseable {
    private final ContainerReconciler containers;
    private final Reconcilers all;

    private Agent(Path socket) throws IOException {
      Path state = directory.resolve("state");
      Ledger ledger = Ledger.open(state);
      containers =
          new ContainerReconciler(
              new ContainerReconciler.Settings(
                  new AgentId("pi"), socket, state, Duration.ofDays(7)),
              TimeSource.system());
      all = new Reconcilers(List.of(containers), ledger);
    }

    private Outcome look(ManagedResource resource, boolean thorough) {
      return all.perform(
          new Work.Reconcile(resource, thorough, RestartCause.none()), new Attempt(), _ -> {});
    }

    @Override
    public void close() {
      containers.close();
    }
  }

  /** Works towards the resource until there is nothing more to do, or the line is cut. */
  private Outcome settled(Path socket, ManagedResource resource) throws Exception {
    try (Agent agent = new Agent(socket)) {
      long deadline = System.nanoTime() + LIMIT.toNanos();
      Outcome outcome = agent.look(resource, true);
      while (!(outcome instanceof Outcome.InPlace || isFinal(outcome))) {
        assertThat(System.nanoTime()).as("%s", outcome).isLessThan(deadline);
        Thread.sleep(20);
        outcome = agent.look(resource, false);
      }
      return outcome;
    }
  }

  private static boolean isFinal(Outcome outcome) {
    return outcome instanceof Outcome.NotAvailable
        || (outcome instanceof Outcome.Failed f && f.error().code().equals("RolledBack"));
  }

  /** Returns whether it came to that change at all. */
  private boolean crashAt(int change, boolean heard, ManagedResource wanted) throws Exception {
    Path at = directory.resolve("proxy-" + change);
    Files.deleteIfExists(at);
    try (CuttingProxy proxy = new CuttingProxy(at, socket(), change, heard);
        Agent agent = new Agent(at)) {
      long deadline = System.nanoTime() + LIMIT.toNanos();
      Outcome outcome = agent.look(wanted, true);
      while (outcome instanceof Outcome.Underway && !proxy.hasCut()) {
        assertThat(System.nanoTime()).as("%s", outcome).isLessThan(deadline);
        Thread.sleep(20);
        outcome = agent.look(wanted, false);
      }
      return proxy.hasCut();
    }
  }

  private List<String> state(ManagedResource resource) throws PodmanException {
    List<String> all = new ArrayList<>();
    for (PodmanContainer container : podman.containers()) {
      all.add(
          container.name() + " " + Labels.version(container).specHash() + " " + container.run());
    }
    assertThat(all).as("of %s", resource.id()).isNotEmpty();
    return all;
  }

  private String imageId(String image) throws Exception {
    Optional<String> present = podman.image("registry:5000/" + image).map(i -> i.id());
    return present.orElse("none");
  }

  private static Path socket() {
    return bed.pi("kitchen").root().resolve("run/podman/podman.sock");
  }

  private static ManagedResource container(String image, String more) throws InvalidDocument {
    return resource("web", image, more);
  }

  private static ManagedResource resource(String id, String image, String more)
      throws InvalidDocument {
    String manifest =
        """
        {"generation": 1, "resources": [
          {"id": "%s", "spec": {"kind": "Container", "image": "registry:5000/%s", %s}}]}
        """
            .formatted(id, image, more);
    return ManifestReader.read(new JsonReader().read(manifest.getBytes(UTF_8), "test"))
        .resources()
        .getFirst();
  }
}
