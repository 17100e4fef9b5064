package io.harmonyagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.Eventually;
import io.harmonyagent.core.engine.Engine;
import io.harmonyagent.core.engine.EngineSettings;
import io.harmonyagent.core.ledger.Ledger;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.FileContent;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.core.reconcile.Reconcilers;
import io.harmonyagent.core.reconcile.Shelf;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Condition;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import io.harmonyagent.core.time.TimeSource;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineLoopTest {
  private static final Duration LONG = Duration.ofMinutes(10);

  @TempDir private Path directory;
  private final Shelf shelf = new Shelf();
  private final StatusBook book =
      new StatusBook(new DeviceFacts(new AgentId("pi"), "1", "test", "boot"));
  private final CountDownLatch end = new CountDownLatch(1);
  private Ledger ledger;
  private final List<EngineLoop> started = new ArrayList<>();

  @BeforeEach
  void open() throws IOException {
    ledger = Ledger.open(directory.resolve("state"));
  }

  @AfterEach
  void close() {
    end.countDown();
    started.forEach(EngineLoop::close);
  }

  @Test
  void a_manifest_becomes_the_state_of_the_device() throws InterruptedException {
    EngineLoop loop = start(LONG, LONG);

    loop.accept(manifest(3, file("a"), file("b", "a")));

    Eventually.so("converged", () -> book.snapshot().hasConverged(3));
    assertThat(shelf.things).containsOnlyKeys("/a", "/b");
  }

  @Test
  void what_is_no_longer_wanted_is_deleted() throws InterruptedException {
    EngineLoop loop = start(LONG, LONG);
    loop.accept(manifest(1, file("a"), file("b")));
    Eventually.so("converged", () -> book.snapshot().hasConverged(1));

    loop.accept(manifest(2, file("b")));

    Eventually.so("converged", () -> book.snapshot().hasConverged(2) && ledger.owned().size() == 1);
    assertThat(shelf.things).containsOnlyKeys("/b");
    assertThat(shelf.watched).containsOnly(new ResourceId("b"));
  }

  @Test
  void what_is_called_off_in_the_turn_in_which_it_was_to_start_never_starts()
      throws InterruptedException {
    EngineLoop loop = prepare(LONG, LONG);
    loop.accept(manifest(1, file("a"), file("b")));
    loop.accept(manifest(2, file("b")));

    loop.start();

    Eventually.so("converged", () -> book.snapshot().hasConverged(2));
    assertThat(shelf.things).containsOnlyKeys("/b");
    assertThat(ledger.owned()).hasSize(1);
  }

  @Test
  void a_pass_alone_finds_drift() throws InterruptedException {
    EngineLoop loop = start(Duration.ofMillis(20), LONG);
    loop.accept(manifest(1, file("a")));
    Eventually.so("converged", () -> book.snapshot().hasConverged(1));

    shelf.things.remove("/a");

    Eventually.so("repaired", () -> shelf.things.containsKey("/a"));
    Eventually.so("drift told", () -> status("a").lastDrift().isPresent());
  }

  @Test
  void a_hint_finds_drift_before_the_pass() throws InterruptedException {
    EngineLoop loop = start(LONG, LONG);
    loop.accept(manifest(1, file("a")));
    Eventually.so("converged", () -> book.snapshot().hasConverged(1));
    shelf.things.remove("/a");

    loop.hint(new ResourceId("a"));

    Eventually.so("repaired", () -> shelf.things.containsKey("/a"));
  }

  @Test
  void one_that_hangs_fails_at_its_deadline_and_holds_up_nobody() throws InterruptedException {
    shelf.beforeObserve = path -> hangIf(path.equals("/hangs"));
    EngineLoop loop = start(LONG, Duration.ofMillis(50));

    loop.accept(manifest(1, file("hangs"), file("fine")));

    Eventually.so("the other is ready", () -> state("fine").equals("Ready"));
    Eventually.so("the hanging one failed", () -> state("hangs").equals("Failed"));
    assertThat(((ResourceState.Failed) status("hangs").state()).error().code())
        .isEqualTo("DeadlineExceeded");
  }

  @Test
  void one_that_hangs_in_the_kernel_costs_one_thread_and_goes_on_when_it_is_let_go()
      throws Exception {
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    AtomicInteger looks = new AtomicInteger();
    shelf.beforeObserve =
        _ -> {
          if (looks.incrementAndGet() == 1) {
            openUninterrupted(pipe);
          }
        };
    EngineLoop loop = start(Duration.ofMillis(20), Duration.ofMillis(50));
    loop.accept(manifest(1, file("a")));
    try {
      Eventually.so(
          "it says that it still hangs",
          () ->
              Optional.ofNullable(book.snapshot().resources().get(new ResourceId("a")))
                  .filter(
                      s ->
                          s.state() instanceof ResourceState.Failed f
                              && f.error().message().contains("still hangs"))
                  .isPresent());
      assertThat(looks).hasValue(1);
    } finally {
      Files.newByteChannel(pipe, StandardOpenOption.WRITE).close();
    }

    Eventually.so("it is made", () -> state("a").equals("Ready"));
  }

  /** As a stat of a dead mount is: nothing wakes it. */
  private static void openUninterrupted(Path pipe) {
    try {
      new FileInputStream(pipe.toFile()).close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void many_may_hang_in_the_kernel_and_the_rest_goes_on() throws Exception {
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    shelf.beforeObserve = path -> openIf(path.startsWith("/hangs"), pipe);
    EngineLoop loop = start(LONG, LONG);
    List<ManagedResource> resources = new ArrayList<>();
    for (int i = 0; i < 3 * Runtime.getRuntime().availableProcessors() + 9; i++) {
      resources.add(file("hangs" + i));
    }
    resources.add(file("fine"));
    try {
      loop.accept(manifest(1, resources.toArray(ManagedResource[]::new)));

      Eventually.so("the other is ready", () -> state("fine").equals("Ready"));
    } finally {
      // While somebody has both ends of the pipe open, nobody waits for it.
      try (var bothEnds =
          Files.newByteChannel(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        Eventually.so("all are let go", () -> book.snapshot().observedGeneration() == 1);
        assertThat(bothEnds.isOpen()).isTrue();
      }
    }
  }

  @Test
  void the_owner_answers_while_work_hangs() throws InterruptedException {
    shelf.beforeObserve = path -> hangIf(true);
    EngineLoop loop = start(LONG, LONG);
    loop.accept(manifest(1, file("hangs")));
    CountDownLatch answered = new CountDownLatch(1);

    loop.areYouThere(answered::countDown);

    Eventually.so("answered", () -> answered.getCount() == 0);
  }

  @Test
  void the_book_says_that_there_is_no_manifest_until_there_is_one() throws InterruptedException {
    EngineLoop loop = start(LONG, LONG);
    book.open(TimeSource.system().now().wall());
    assertThat(ready(book.snapshot()).reason()).isEqualTo("NoManifest");

    loop.accept(manifest(1));

    Eventually.so("ready", () -> book.snapshot().holds(Condition.Type.READY));
  }

  private EngineLoop start(Duration passes, Duration deadline) {
    EngineLoop loop = prepare(passes, deadline);
    loop.start();
    return loop;
  }

  private EngineLoop prepare(Duration passes, Duration deadline) {
    TimeSource time = TimeSource.system();
    EngineLoop loop =
        new EngineLoop(
            new Engine(
                new EngineSettings(deadline, Duration.ofSeconds(1), Duration.ofMinutes(5)),
                new SplittableRandom(1)),
            new Workers(new Reconcilers(List.of(shelf), ledger)),
            ledger,
            book,
            time,
            new PassSettings(passes, 10),
            new Jitter(new SplittableRandom(2)));
    started.add(loop);
    return loop;
  }

  private void hangIf(boolean hang) throws ReconcileFailure {
    if (hang) {
      try {
        end.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw new ReconcileFailure("LetGo", "hung until the end of the test");
    }
  }

  private static void openIf(boolean open, Path pipe) throws ReconcileFailure {
    if (open) {
      try {
        Files.newByteChannel(pipe, StandardOpenOption.READ).close();
      } catch (IOException e) {
        throw new ReconcileFailure("IoError", e.toString());
      }
      throw new ReconcileFailure("LetGo", "hung until the end of the test");
    }
  }

  private ResourceStatus status(String id) {
    return Optional.ofNullable(book.snapshot().resources().get(new ResourceId(id))).orElseThrow();
  }

  private String state(String id) {
    ResourceStatus status = book.snapshot().resources().get(new ResourceId(id));
    return status == null ? "" : status.state().wireName();
  }

  private static Condition ready(AgentStatus status) {
    return status.conditions().stream()
        .filter(c -> c.type() == Condition.Type.READY)
        .findFirst()
        .orElseThrow();
  }

  private static AgentManifest manifest(long generation, ManagedResource... resources) {
    return new AgentManifest(
        generation, false, List.of(resources), Optional.empty(), Optional.empty(), 0);
  }

  private static ManagedResource file(String id, String... dependsOn) {
    FileSpec spec =
        new FileSpec(
            "/" + id, 0644, Optional.empty(), Optional.empty(), FileContent.inline("x"), false);
    return new ManagedResource(
        new ResourceId(id),
        List.of(dependsOn).stream().map(ResourceId::new).toList(),
        List.of(),
        spec,
        id);
  }
}
