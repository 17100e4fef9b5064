package io.harmonyagent.agent.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.agent.posix.Kernel;
import io.harmonyagent.core.artifact.Artifacts;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.AgentRelease;
import io.harmonyagent.core.manifest.Sha256;
import io.harmonyagent.core.runtime.DeviceFacts;
import io.harmonyagent.core.runtime.StatusBook;
import io.harmonyagent.core.status.FailedBuild;
import io.harmonyagent.core.status.UpdateStatus;
import io.harmonyagent.core.time.TimeSource;
import io.harmonyagent.core.update.Build;
import io.harmonyagent.core.update.Launching;
import io.harmonyagent.core.update.SignsOfLife;
import io.harmonyagent.core.update.UpdateState;
import io.harmonyagent.core.update.UpdateStateFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a build does that is tried, and one that is in force, with the state on a real disk. */
class UpdaterTest {
  private static final Build OLD = new Build("0".repeat(64), "1.1");
  private static final Build NEW = new Build("1".repeat(64), "1.2");
  private static final int PROVE_WITHIN_SECONDS = 1;

  @TempDir private Path state;
  @TempDir private Path runtime;
  private final Signs signs = new Signs();
  private final Alarm alarm = new Alarm();
  private final CountDownLatch restarted = new CountDownLatch(1);
  private final CountDownLatch lasted = new CountDownLatch(1);
  private volatile Duration ahead = Duration.ZERO;
  private final StatusBook book =
      new StatusBook(new DeviceFacts(new AgentId("pi"), "1.2", "test", "boot"));
  private UpdateStateFile file;
  private Optional<Updater> running = Optional.empty();

  @BeforeEach
  void prepare() {
    file = new UpdateStateFile(BuildImages.directoryIn(state));
  }

  @AfterEach
  void close() {
    running.ifPresent(Updater::close);
  }

  @Test
  void a_build_that_hears_from_the_mesh_is_in_force() throws Exception {
    tried();
    signs.heard = true;

    start(NEW);

    eventually(() -> file.read().current().equals(Optional.of(NEW)));
    eventually(() -> alarm.seconds == 0);
  }

  @Test
  void what_ran_before_stays_until_the_new_one_has_lasted() throws Exception {
    tried();
    Path before = Files.createFile(BuildImages.directoryIn(state).resolve(OLD.sha256() + ".img"));
    signs.heard = true;
    start(NEW);
    eventually(() -> alarm.looked);
    assertThat(file.read().probation().orElseThrow().before()).contains(OLD);
    assertThat(before).exists();
    assertThat(lasted.getCount()).isEqualTo(1);

    ahead = Duration.ofMinutes(1);
    running.orElseThrow().lookNow();

    assertThat(lasted.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(file.read().probation()).isEmpty();
    eventually(() -> !Files.exists(before));
  }

  @Test
  void one_that_the_mesh_does_not_hear_is_not_in_force() throws Exception {
    tried();
    signs.heard = true;
    signs.isHeard = false;
    signs.listens = true;

    start(NEW);

    assertThat(restarted.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(file.read().current()).contains(OLD);
  }

  @Test
  void what_could_not_be_started_has_another_try_after_a_while() throws Exception {
    Build whole = imageOf("1.2");
    file.write(inForce().withTrial(whole, PROVE_WITHIN_SECONDS));
    UpdateState counted = Launching.decide(file.read(), "1.0", "boot", 0, Instant.EPOCH).state();
    file.write(counted.notStarted());

    start(OLD);

    eventually(() -> update().reason().equals("CannotStart"));
    assertThat(restarted.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(file.read().trial()).isPresent();
    assertThat(file.read().failed()).isEmpty();
  }

  @Test
  void what_could_not_be_started_time_and_again_is_given_up() throws Exception {
    Build whole = imageOf("1.2");
    file.write(inForce().withTrial(whole, PROVE_WITHIN_SECONDS));
    for (int start = 0; start < 5; start++) {
      UpdateState counted = Launching.decide(file.read(), "1.0", "boot", 0, Instant.EPOCH).state();
      file.write(counted.notStarted());
    }

    start(OLD);

    eventually(() -> file.read().failure(whole.sha256()).isPresent());
    assertThat(file.read().failure(whole.sha256()).orElseThrow().reason())
        .isEqualTo("DoesNotStart");
  }

  @Test
  void a_start_that_the_disk_has_no_room_to_count_is_waited_for() throws Exception {
    Build whole = imageOf("1.2");
    file.write(inForce().withTrial(whole, PROVE_WITHIN_SECONDS));
    // Neither a file nor an empty directory: nothing can be written in its place.
    Path full = BuildImages.directoryIn(state).resolve("state.json.new/full");
    Files.createDirectories(full);
    start(OLD);
    eventually(() -> update().reason().equals("CannotStart"));
    assertThat(restarted.await(2 * PROVE_WITHIN_SECONDS, TimeUnit.SECONDS)).isFalse();

    Files.delete(full);

    assertThat(restarted.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(file.read().failed()).isEmpty();
  }

  @Test
  void without_a_mesh_it_goes_on_and_is_on_trial_until_the_mesh_hears_it() throws Exception {
    tried();
    signs.worked = true;

    start(NEW);

    eventually(() -> update().reason().equals("Offline"));
    assertThat(alarm.seconds).as("the kernel does not end it").isZero();
    assertThat(file.read().current()).as("there is a way back").contains(OLD);
    assertThat(file.read().trial().orElseThrow().starts()).isZero();

    signs.heard = true;

    eventually(() -> file.read().current().equals(Optional.of(NEW)));
    assertThat(restarted.getCount()).isEqualTo(1);
  }

  @Test
  void one_that_is_not_heard_when_the_mesh_is_back_has_to_hurry_again() throws Exception {
    tried();
    signs.worked = true;
    start(NEW);
    eventually(() -> update().reason().equals("Offline"));

    signs.listens = true;

    assertThat(restarted.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(alarm.seconds).isEqualTo(PROVE_WITHIN_SECONDS);
    assertThat(file.read().trial()).as("it may have been the mesh").isPresent();
  }

  @Test
  void one_that_is_not_heard_at_its_last_start_makes_room_for_the_one_before() throws Exception {
    file.write(inForce().withTrial(NEW, PROVE_WITHIN_SECONDS));
    UpdateState counted = Launching.decide(file.read(), "1.0", "boot", 0, Instant.EPOCH).state();
    file.write(Launching.decide(counted, "1.0", "boot", 0, Instant.EPOCH).state());
    signs.worked = true;
    signs.listens = true;

    start(NEW);

    assertThat(restarted.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(file.read().current()).contains(OLD);
    assertThat(file.read().trial()).isEmpty();
    assertThat(file.read().failure(NEW.sha256()).orElseThrow().reason()).isEqualTo("NoMesh");
  }

  @Test
  void who_has_just_started_counts_as_started_in_vain_and_who_stops_in_good_order_does_not()
      throws Exception {
    file.write(inForce());
    new VainStarts(runtime).add();

    start(OLD);

    eventually(() -> alarm.looked);
    assertThat(new VainStarts(runtime).count()).isEqualTo(1);

    close();

    assertThat(new VainStarts(runtime).count()).isZero();
  }

  @Test
  void an_image_that_failed_takes_no_room() throws Exception {
    file.write(
        inForce().failed(new FailedBuild("1.2", NEW.sha256(), "NotProven", "why", Instant.EPOCH)));
    Path image = Files.createFile(BuildImages.directoryIn(state).resolve(NEW.sha256() + ".img"));
    Path needed = Files.createFile(BuildImages.directoryIn(state).resolve(OLD.sha256() + ".img"));
    start(OLD);

    want(NEW.sha256());

    eventually(() -> update().reason().equals("NotProven"));
    assertThat(image).doesNotExist();
    assertThat(needed).exists();
  }

  @Test
  void a_fault_of_its_own_does_not_end_the_looking() throws Exception {
    file.write(inForce());
    start(OLD);
    eventually(() -> alarm.looked);
    alarm.fault = true;

    want("2".repeat(64));
    eventually(() -> !alarm.fault);
    want("3".repeat(64));

    eventually(() -> update().artifact().equals("3".repeat(64)));
  }

  private void want(String sha256) {
    running
        .orElseThrow()
        .want(Optional.of(new AgentRelease("1.0", sha256, 1, false, Optional.empty())));
  }

  private Build imageOf(String version) throws Exception {
    byte[] content = version.getBytes(StandardCharsets.UTF_8);
    String sha256 = Sha256.hex(content);
    Path directory = Files.createDirectories(BuildImages.directoryIn(state));
    Files.write(directory.resolve(sha256 + ".img"), content);
    return new Build(sha256, version);
  }

  private void tried() throws IOException {
    file.write(inForce().withTrial(NEW, PROVE_WITHIN_SECONDS));
  }

  private static UpdateState inForce() {
    return new UpdateState("1.0", Optional.of(OLD), Optional.empty(), List.of());
  }

  private void start(Build self) throws IOException {
    // So that there is something to tidy away.
    Files.createDirectories(runtime.resolve("builds/old/harmony-agent"));
    BuildImages images = new BuildImages(state, runtime, alarm);
    Installer installer =
        new Installer(
            state.resolve("keys"),
            runtime,
            images,
            new Download(Artifacts.none("this is a test"), images, 1));
    Updater updater =
        new Updater(
            new Updater.Self(self.version(), Optional.of(self.sha256()), true),
            images,
            installer,
            Duration.ofSeconds(PROVE_WITHIN_SECONDS),
            alarm,
            book,
            () -> TimeSource.system().now().plus(ahead));
    updater.start(signs, restarted::countDown, lasted::countDown);
    running = Optional.of(updater);
  }

  private UpdateStatus update() {
    return book.snapshot()
        .update()
        .orElse(new UpdateStatus(UpdateStatus.State.NONE, "", "", "", "", List.of()));
  }

  private static void eventually(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(end);
      Thread.sleep(10);
    }
  }

  private static final class Signs implements SignsOfLife {
    private volatile boolean heard;
    private volatile boolean isHeard = true;
    private volatile boolean listens;
    private volatile boolean worked;

    @Override
    public boolean heardFromTheMesh() {
      return heard;
    }

    @Override
    public boolean isHeardByTheMesh() {
      return isHeard;
    }

    @Override
    public boolean engineAnswers() {
      return true;
    }

    @Override
    public boolean hasTakenUpTheManifest() {
      return true;
    }

    @Override
    public boolean somebodyListens() {
      return listens;
    }

    @Override
    public boolean hasWorkedThroughTheManifest() {
      return worked;
    }
  }

  /** Keeps the last deadline; the images that it is asked to unmount were never mounted. */
  private static final class Alarm implements Kernel {
    private volatile int seconds = -1;
    private volatile boolean looked;
    private volatile boolean fault;

    @Override
    public void mountImage(Path image, Path directory) throws IOException {
      throw new IOException("this is a test");
    }

    @Override
    public void unmount(Path directory) throws IOException {
      looked = true;
      if (fault) {
        fault = false;
        throw new IllegalStateException("a fault");
      }
      throw new IOException("it was never mounted");
    }

    @Override
    public IOException become(Path program, List<String> arguments, List<String> environment) {
      return new IOException("this is a test");
    }

    @Override
    public void endAfter(int after) {
      seconds = after;
    }
  }
}
