package io.harmonyagent.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A Pi that is on, from one boot to the end of that boot: its PID 1 and the process that holds it.
 */
final class Machine {
  private static final Duration BOOT_LIMIT = Duration.ofSeconds(30);

  private static final int ENDED_BY_HANGUP = 128 + 1;

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

  private final Run run;
  private final String name;
  private final Process holder;
  private final ProcessHandle init;

  private Machine(Run run, String name, Process holder, ProcessHandle init) {
    this.run = run;
    this.name = name;
    this.holder = holder;
    this.init = init;
  }

  /** Starts a Pi whose disk and cable are there; returns when systemd says that it is up. */
  static Machine start(Run run, String name) {
    Process holder = run.start("console-" + name, run.command("boot-pi.sh", run.id(), name));
    try {
      return await(holder, run, name);
    } catch (RuntimeException e) {
      // Its PID 1 dies with it.
      holder.destroyForcibly();
      throw e;
    }
  }

  private static Machine await(Process holder, Run run, String name) {
    ProcessHandle init =
        Waiting.eventually(
                BOOT_LIMIT,
                () -> holder.children().findFirst(),
                child -> child.filter(Machine::isReachable).isPresent() || !holder.isAlive(),
                name + " starts systemd")
            .orElseThrow(
                () ->
                    new TestbedException(
                        name
                            + " does not start: "
                            + read(run.log("console-" + name))
                            + KernelLimits.nearest().orElse("")));
    run.record(init.pid(), name);
    Machine machine = new Machine(run, name, holder, init);
    machine.awaitUp();
    return machine;
  }

  long initPid() {
    return init.pid();
  }

  boolean isAlive() {
    return holder.isAlive();
  }

  /**
   * The kernel tells how a PID 1 that called reboot(2) meant it by the signal that it seems to have
   * died of.
   */
  void onReboot(Runnable action) {
    var unused =
        holder
            .onExit()
            .thenAccept(
                ended -> {
                  if (ended.exitValue() == ENDED_BY_HANGUP) {
                    action.run();
                  }
                })
            .exceptionally(
                failure -> {
                  failure.printStackTrace();
                  return null;
                });
  }

  /**
   * The unit's processes stand still until {@link #unpetrify} or until the Pi ends, however it
   * does: its PID 1 waits for all others, and they must be able to go.
   */
  void petrify(String unit) {
    run.call("petrify.sh", name, unit);
    Thread.ofVirtual().name("petrified-" + name).start(this::unpetrifyAtTheEnd);
  }

  void unpetrify() {
    run.call("unpetrify.sh", name);
  }

  private void unpetrifyAtTheEnd() {
    try {
      while (!isEnding()) {
        Thread.sleep(BETWEEN_LOOKS);
      }
      unpetrify();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A process on its way out has given its memory back, and with it its command line. */
  private boolean isEnding() {
    try {
      return !holder.isAlive()
          || Files.readString(Path.of("/proc/" + init.pid() + "/cmdline")).isEmpty();
    } catch (IOException e) {
      return true;
    }
  }

  void kill() {
    unpetrify();
    init.destroyForcibly();
    awaitEnd(Duration.ofSeconds(10));
  }

  void awaitEnd(Duration limit) {
    try {
      if (!holder.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new TestbedException("PID 1 (" + init.pid() + ") still lives after " + limit);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted while a Pi goes off", e);
    }
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Only when PID 1 is systemd has it left this machine's root for its own; looked at earlier, the
   * socket would be this machine's.
   */
  private static boolean isReachable(ProcessHandle init) {
    Path proc = Path.of("/proc/" + init.pid());
    try {
      return Files.readString(proc.resolve("comm")).strip().equals("systemd")
          && Files.exists(proc.resolve("root/run/systemd/private"));
    } catch (IOException e) {
      return false;
    }
  }

  private void awaitUp() {
    Output state =
        Commands.run(
            BOOT_LIMIT,
            run.command(
                "enter-pi.sh",
                run.id(),
                name,
                String.valueOf(init.pid()),
                "systemctl",
                "is-system-running",
                "--wait"));
    // "degraded": it is up, and some unit has failed, which may be what the test is about.
    if (!state.text().equals("running") && !state.text().equals("degraded")) {
      throw new TestbedException(name + " did not come up: " + state.text() + state.err());
    }
  }
}
