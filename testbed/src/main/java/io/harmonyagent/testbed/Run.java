package io.harmonyagent.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * One run of the testbed on this machine. All that it makes carries its id and is on record in its
 * folder, so that close-run.sh can remove it without knowing anything else: called by us at the
 * end, by the guard when this JVM dies, or by a later run's sweep when the guard died too.
 */
final class Run implements AutoCloseable {
  private static final Path RUNS = Path.of("/run/harmony-testbed");
  private static final Duration CLOSE_LIMIT = Duration.ofMinutes(1);

  private final String id;
  private final Path folder;
  private final Process guard;
  // For a JVM that exits without closing us; after Ctrl-C the prompt comes when all is gone.
  private final Thread hook = new Thread(this::remove, "testbed-close");

  private Run(String id, Path folder) throws IOException {
    this.id = id;
    this.folder = folder;
    Files.createDirectories(folder.resolve("scripts"));
    Scripts.unpackAll(folder.resolve("scripts"));
    Files.writeString(folder.resolve("owner"), identityOf(ProcessHandle.current().pid()));
    // In a session of its own: Ctrl-C in the terminal must not reach the one who cleans up after
    // it.
    this.guard =
        new ProcessBuilder("setsid", "bash", script("guard.sh").toString(), id)
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD)
            .start();
  }

  static Run open() {
    try {
      String id = HexFormat.of().toHexDigits(new SecureRandom().nextInt()).substring(2);
      Run run = new Run(id, RUNS.resolve(id));
      Runtime.getRuntime().addShutdownHook(run.hook);
      System.err.print(Commands.run(CLOSE_LIMIT, run.command("sweep.sh")).orFail().err());
      run.call("open-run.sh");
      return run;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes everything, and returns when it is gone. */
  @Override
  public void close() {
    if (!isShuttingDown()) {
      remove();
    }
  }

  /** Then the hook removes everything; taking it back tells whether it is too late for that. */
  private boolean isShuttingDown() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  private void remove() {
    Commands.run(CLOSE_LIMIT, command("close-run.sh", id)).orFail();
    guard.destroy();
  }

  String id() {
    return id;
  }

  /** A folder of the run's own, on a tmpfs. */
  Path folder(String name) {
    try {
      return Files.createDirectories(folder.resolve("fleet").resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A folder of the run's own on this machine's disk. */
  synchronized Path folderOnDisk(String name) {
    Path disk = Path.of("/var/tmp/harmony-testbed-" + id);
    try {
      append("disks", disk.toString());
      return Files.createDirectories(disk.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path log(String name) {
    return folder("log").resolve(name + ".log");
  }

  /** The network namespace of a member, as a file. */
  String namespace(String member) {
    return "/run/netns/ht-" + id + "-" + member;
  }

  Path script(String name) {
    return folder.resolve("scripts").resolve(name);
  }

  /**
   * Given to bash and not run by itself: nothing in /run may be executed on an ordinary machine.
   */
  List<String> command(String script, String... arguments) {
    List<String> command = new ArrayList<>(List.of("bash", script(script).toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** One of our programs in C, compiled. */
  Path program(String name) {
    List<String> build = command("build-program.sh", name, Caches.folder(name).toString());
    return Path.of(Commands.run(Commands.LIMIT, build).orFail().text());
  }

  /** Runs one of our scripts to its end, with this run's id as its first argument. */
  Output call(String script, String... arguments) {
    List<String> command = command(script, id);
    command.addAll(List.of(arguments));
    return Commands.run(Commands.LIMIT, command).orFail();
  }

  /** Starts a process that lives on; its output is appended to the log of that name. */
  Process start(String log, List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(Redirect.appendTo(log(log).toFile()))
              .redirectErrorStream(true)
              .start();
      record(process.pid(), log);
      return process;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Puts a process on record, so that it ends with the run at the latest. */
  synchronized void record(long pid, String name) {
    append("processes", identityOf(pid) + " " + name);
  }

  /** Makes a name known to all members. */
  synchronized void introduce(String member, String address) {
    append("fleet/hosts", address + " " + member);
  }

  private void append(String file, String line) {
    try {
      Files.writeString(
          folder.resolve(file), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Pid and start time: together they name one process for good. */
  private static String identityOf(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      List<String> afterName = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
      return pid + " " + afterName.get(19);
    } catch (IOException e) {
      // It ended already: start time 0 is nobody's.
      return pid + " 0";
    }
  }
}
