package io.harmonyagent.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What the testbed as a whole promises: it leaves nothing behind, however it ends, and keeps the
 * logs when asked.
 */
@ExtendWith(WhereTestbedRuns.class)
class TestbedIT {
  private static final Duration SOON = Duration.ofSeconds(20);

  @Test
  void nothing_is_left_after_an_orderly_end() {
    Testbed bed = Testbed.withNats(1).open();
    bed.pi("kitchen").boot().delay(Duration.ofMillis(1));
    bed.pi("attic").boot().powerCut();
    bed.registry();
    String run = bed.runId();
    List<Long> processes = processesOf(run);
    assertThat(tracesOf(run)).isNotEmpty();

    bed.close();

    assertThat(tracesOf(run)).isEmpty();
    assertThat(processes).hasSizeGreaterThan(4).noneMatch(TestbedIT::isAlive);
  }

  @Test
  void an_owner_killed_in_the_middle_is_cleaned_up_after_at_once() throws Exception {
    Process owner = startOwner();
    String run = runOf(owner);
    List<Long> processes = processesOf(run);

    owner.destroyForcibly();

    eventually(() -> tracesOf(run).isEmpty());
    assertThat(processes).isNotEmpty().noneMatch(TestbedIT::isAlive);
  }

  @Test
  void a_later_run_cleans_up_after_an_owner_whose_guard_died_too() throws Exception {
    Process owner = startOwner();
    String run = runOf(owner);
    List<Long> processes = processesOf(run);
    owner
        .children()
        .filter(child -> child.info().commandLine().orElse("").contains("guard.sh"))
        .flatMap(guard -> Stream.concat(guard.children(), Stream.of(guard)))
        .forEach(ProcessHandle::destroyForcibly);
    owner.destroyForcibly().waitFor();
    assertThat(tracesOf(run)).isNotEmpty();

    Testbed.withoutNats().open().close();

    assertThat(tracesOf(run)).isEmpty();
    assertThat(processes).isNotEmpty().noneMatch(TestbedIT::isAlive);
  }

  @Test
  void two_testbeds_stand_side_by_side() {
    Testbed one = Testbed.withoutNats().open();
    Testbed other = Testbed.withoutNats().open();
    try {
      one.pi("kitchen").boot();
      other.pi("kitchen").boot().write("/etc/whose", "the other's");

      assertThat(one.pi("kitchen").exists("/etc/whose")).isFalse();
      assertThat(one.pi("kitchen").address()).isEqualTo(other.pi("kitchen").address());
    } finally {
      one.close();
      other.close();
    }
  }

  @Test
  void the_logs_of_all_members_are_kept_in_one_folder() throws Exception {
    Testbed bed = Testbed.withNats(1).open();
    try {
      bed.pi("kitchen").boot().run("logger", "a line to find later").orFail();
      bed.pi("attic").boot().powerCut();

      Path folder = bed.keepLogs("TestbedIT", "a_failure");

      assertThat(Files.readString(folder.resolve("journal-kitchen.txt")))
          .contains("a line to find later");
      assertThat(Files.readString(folder.resolve("journal-attic.txt"))).contains("attic systemd");
      assertThat(Files.readString(folder.resolve("nats-1.log"))).contains("Server is ready");
    } finally {
      bed.close();
    }
  }

  /** A JVM that opens a testbed, tells its id and waits to be killed. */
  static final class Owner {
    private Owner() {}

    public static void main(String[] arguments) throws Exception {
      Testbed bed = Testbed.withNats(1).open();
      bed.pi("kitchen").boot();
      System.out.println(bed.runId());
      Thread.sleep(Duration.ofMinutes(1));
    }
  }

  private static Process startOwner() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Owner.class.getName())
        .redirectError(Redirect.INHERIT)
        .start();
  }

  private static String runOf(Process owner) throws IOException {
    BufferedReader out = owner.inputReader();
    String run = out.readLine();
    assertThat(run).isNotNull();
    return run;
  }

  private static void eventually(java.util.function.BooleanSupplier condition) {
    Waiting.eventually(SOON, condition::getAsBoolean, holds -> holds, "the condition");
  }

  private static boolean isAlive(long pid) {
    try {
      // A zombie is dead and only waits for its parent to take note.
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return !stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
    } catch (IOException e) {
      return false;
    }
  }

  private static List<Long> processesOf(String run) {
    try (Stream<String> lines = Files.lines(Path.of("/run/harmony-testbed", run, "processes"))) {
      return lines.map(line -> Long.valueOf(line.split(" ", 2)[0])).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Namespaces, mounts, cgroups and folders that carry the run's id. */
  private static List<String> tracesOf(String run) {
    String look =
        """
        ls -d /run/netns/ht-%1$s-* /sys/fs/cgroup/ht-%1$s-* /sys/fs/cgroup/*/ht-%1$s-* \
          /run/harmony-testbed/%1$s /var/tmp/harmony-testbed-%1$s 2>/dev/null
        grep '/run/harmony-testbed/%1$s' /proc/mounts
        true
        """
            .formatted(run);
    return Commands.run("sh", "-c", look).orFail().out().lines().toList();
  }
}
