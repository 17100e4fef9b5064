package io.harmonyagent.agent.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.agent.posix.Kernel;
import io.harmonyagent.core.update.Build;
import io.harmonyagent.core.update.Trial;
import io.harmonyagent.core.update.UpdateState;
import io.harmonyagent.core.update.UpdateStateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the package's build does before it is any build, told by what it asks of the kernel. */
class LauncherTest {
  private static final Build OLD = new Build("old", "1.1");
  private static final Build NEW = new Build("new", "1.2");
  private static final UpdateState OLD_RUNS =
      new UpdateState("1.0", Optional.of(OLD), Optional.empty(), List.of());

  @TempDir private Path state;
  @TempDir private Path runtime;
  private final Calls calls = new Calls();
  private UpdateStateFile file = new UpdateStateFile(Path.of(""));

  @BeforeEach
  void open() {
    file = new UpdateStateFile(BuildImages.directoryIn(state));
  }

  @Test
  void without_any_update_the_package_runs_and_nothing_is_asked() {
    launch();

    assertThat(calls.all).isEmpty();
  }

  @Test
  void what_is_in_force_is_mounted_and_started() throws Exception {
    file.write(OLD_RUNS);

    launch();

    assertThat(calls.all).containsExactly("mount old", "become old [agent, run] as old");
    assertThat(new VainStarts(runtime).count()).isEqualTo(1);
  }

  @Test
  void what_is_tried_has_its_deadline_before_it_starts_and_its_start_on_disk() throws Exception {
    file.write(OLD_RUNS.withTrial(NEW, 90));
    calls.atBecoming = () -> assertThat(file.read().trial().orElseThrow().starts()).isEqualTo(1);

    launch();

    assertThat(calls.all.subList(0, 3))
        .containsExactly("end after 90", "mount new", "become new [agent, run] as new");
  }

  @Test
  void what_cannot_be_mounted_makes_room_for_the_one_before_without_a_deadline() throws Exception {
    file.write(OLD_RUNS.withTrial(NEW, 90));
    calls.damaged.add("new");

    launch();

    assertThat(calls.all)
        .containsExactly(
            "end after 90",
            "mount new",
            "end after 0",
            "mount old",
            "become old [agent, run] as old");
  }

  @Test
  void that_it_cannot_be_mounted_is_not_counted_as_a_start_in_this_boot() throws Exception {
    file.write(OLD_RUNS.withTrial(NEW, 90));
    calls.damaged.add("new");

    launch();

    Trial trial = file.read().trial().orElseThrow();
    assertThat(trial.starts()).isEqualTo(1);
    assertThat(trial.startsInBoot()).isZero();
  }

  @Test
  void what_did_not_last_makes_room_for_the_one_before_which_starts_with_a_clean_slate()
      throws Exception {
    file.write(onProbation());
    for (int start = 0; start < 5; start++) {
      new VainStarts(runtime).add();
    }

    launch();

    assertThat(calls.all).containsExactly("mount old", "become old [agent, run] as old");
    assertThat(file.read().failure("new").orElseThrow().reason()).isEqualTo("DidNotLast");
    assertThat(new VainStarts(runtime).count()).isEqualTo(1);
  }

  @Test
  void where_what_has_yet_to_last_cannot_be_mounted_the_one_before_runs() throws Exception {
    file.write(onProbation());
    calls.damaged.add("new");

    launch();

    assertThat(calls.all)
        .containsExactly("mount new", "mount old", "become old [agent, run] as old");
    assertThat(file.read().current()).contains(NEW);
  }

  @Test
  void a_build_is_to_be_proven_until_it_has_lasted() throws Exception {
    file.write(OLD_RUNS.withTrial(NEW, 90));
    assertThat(isToBeProven("new")).isTrue();
    assertThat(isToBeProven("old")).isFalse();

    file.write(onProbation());
    assertThat(isToBeProven("new")).isTrue();

    file.write(file.read().lasted());
    assertThat(isToBeProven("new")).isFalse();
    assertThat(Launcher.isToBeProven(state, Map.of())).isFalse();
  }

  @Test
  void what_is_mounted_and_cannot_be_read_is_let_go_of_and_mounted_anew() throws Exception {
    file.write(OLD_RUNS);
    calls.empty.add("old");

    launch();

    assertThat(calls.all).containsExactly("mount old");
    assertThat(calls.mounted).isEmpty();
  }

  @Test
  void a_start_that_cannot_be_counted_is_not_made() throws Exception {
    file.write(OLD_RUNS.withTrial(NEW, 90));
    // Neither a file nor an empty directory: nothing can be written in its place.
    Files.createDirectories(BuildImages.directoryIn(state).resolve("state.json.new/full"));

    launch();

    assertThat(calls.all).containsExactly("mount old", "become old [agent, run] as old");
  }

  @Test
  void where_nothing_else_can_be_started_the_package_runs() throws Exception {
    file.write(OLD_RUNS);
    calls.damaged.add("old");

    launch();

    assertThat(calls.all).containsExactly("mount old");
  }

  @Test
  void a_garbled_state_has_the_package_run() throws Exception {
    file.write(OLD_RUNS);
    Files.writeString(BuildImages.directoryIn(state).resolve("state.json"), "\0\0\0");

    launch();

    assertThat(calls.all).isEmpty();
  }

  @Test
  void a_build_that_was_started_starts_no_other() throws Exception {
    file.write(OLD_RUNS.withTrial(NEW, 90));

    launch(Map.of("AGENT_IMAGE", "old"));

    assertThat(calls.all).isEmpty();
    assertThat(file.read().trial().orElseThrow().starts()).isZero();
  }

  private static UpdateState onProbation() {
    return new UpdateState("1.0", Optional.of(OLD), Optional.of(triedOnce()), List.of()).proven();
  }

  private static Trial triedOnce() {
    return new Trial(NEW, 90, "boot", 1, 1);
  }

  private boolean isToBeProven(String image) {
    return Launcher.isToBeProven(state, Map.of("AGENT_IMAGE", image));
  }

  private void launch() {
    launch(Map.of("PATH", "/bin"));
  }

  private void launch(Map<String, String> environment) {
    new Launcher(state, runtime, calls)
        .launch("1.0", "boot", List.of("agent", "run"), environment, Instant.EPOCH);
  }

  /** Becoming another program does not work here, so what is tried after it is seen too. */
  private static final class Calls implements Kernel {
    private final List<String> all = new ArrayList<>();
    private final Set<String> damaged = new HashSet<>();
    private final Set<String> empty = new HashSet<>();
    private final Set<Path> mounted = new HashSet<>();
    private Runnable atBecoming = () -> {};

    @Override
    public void mountImage(Path image, Path directory) throws IOException {
      all.add("mount " + directory.getFileName());
      if (damaged.contains(String.valueOf(directory.getFileName()))) {
        throw new IOException("it is no squashfs image, or damaged");
      }
      assertThat(mounted.add(directory)).as("one upon another").isTrue();
      if (!empty.contains(String.valueOf(directory.getFileName()))) {
        Files.createFile(directory.resolve("harmony-agent"));
      }
    }

    @Override
    public void unmount(Path directory) throws IOException {
      if (!mounted.remove(directory)) {
        throw new IOException("EINVAL");
      }
    }

    @Override
    public IOException become(Path program, List<String> arguments, List<String> environment) {
      atBecoming.run();
      String image =
          environment.stream()
              .filter(line -> line.startsWith("AGENT_IMAGE="))
              .map(line -> line.substring("AGENT_IMAGE=".length()))
              .findFirst()
              .orElse("nothing");
      Path place = program.getParent();
      all.add(
          "become "
              + (place == null ? "nothing" : place.getFileName())
              + " "
              + arguments
              + " as "
              + image);
      return new IOException("this is a test");
    }

    @Override
    public void endAfter(int seconds) {
      all.add("end after " + seconds);
    }
  }
}
