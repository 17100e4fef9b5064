package io.harmonyagent.failover.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.harmonyagent.core.files.DurableFile;
import io.harmonyagent.failover.site.DatabaseFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The data directory and what the agent knows of it. Before something is done to it that a power
 * cut could leave half done, that is written down elsewhere; so what is torn is known to be, and
 * what was never ours is never touched.
 */
final class DataDirectory {
  /** What was last begun. Only the last one can be opened. */
  enum Condition {
    INITIALISING,
    CLONING,
    REWINDING,
    /** Somebody's, given to us. It is never thrown away for another cluster's. */
    ADOPTED,
    WHOLE,
    /** What is noted cannot be read: neither opened nor thrown away. */
    UNKNOWN;

    boolean isWhole() {
      return this == ADOPTED || this == WHOLE;
    }
  }

  private static final Duration INIT = Duration.ofMinutes(5);
  private static final Duration CONTROL = Duration.ofSeconds(5);
  private static final Duration CLONE = Duration.ofHours(12);
  private static final Duration REWIND = Duration.ofHours(2);

  private final PostgresSettings settings;
  private final Programs programs;
  private final Path path;
  private final DurableFile memory;
  private @Nullable ControlData control;
  private @Nullable FileTime controlled;

  DataDirectory(PostgresSettings settings, Programs programs) {
    this.settings = settings;
    this.programs = programs;
    this.path = settings.dataDirectory();
    this.memory = new DurableFile(settings.memory().resolve("postgres-data"));
  }

  boolean isUsable() {
    return condition().filter(Condition::isWhole).isPresent()
        && Files.isRegularFile(path.resolve("global/pg_control"));
  }

  /** There is nothing in it that could be lost. */
  boolean isVacant() throws DatabaseFailure {
    if (!Files.exists(path)) {
      return true;
    }
    try (Stream<Path> entries = Files.list(path)) {
      return entries.findAny().isEmpty();
    } catch (IOException e) {
      throw new DatabaseFailure(path + " could not be looked into: " + e.getMessage(), e);
    }
  }

  /** Whatever is in it was put there by us, or given to us. */
  private void mustBeOurs(String what) throws DatabaseFailure {
    boolean ours = condition().filter(noted -> noted != Condition.UNKNOWN).isPresent();
    if (!ours && !isVacant()) {
      throw new DatabaseFailure(
          path
              + " holds data that is not known to be the failover's, so there will be no "
              + what
              + "; move it away, or name another folder");
    }
  }

  /** A cluster of somebody's that is to be failed over from now on: it gets our roles. */
  void adopt() throws DatabaseFailure, InterruptedException {
    if (condition().isPresent() || !Files.isRegularFile(path.resolve("PG_VERSION"))) {
      return;
    }
    OptionalLong user = user();
    if (user.isPresent()) {
      throw new DatabaseFailure(
          path
              + " is in use by process "
              + user.getAsLong()
              + "; stop that PostgreSQL and disable its start at boot");
    }
    if (!Files.exists(path.resolve("standby.signal"))) {
      createRoles();
      programs.touch(path.resolve("standby.signal"));
    }
    remember(Condition.ADOPTED);
  }

  /** Who runs on it. A power cut leaves the note behind, but not its writer. */
  private OptionalLong user() throws DatabaseFailure {
    Path note = path.resolve("postmaster.pid");
    try {
      if (!Files.exists(note)) {
        return OptionalLong.empty();
      }
      String first = Files.readString(note).lines().findFirst().orElse("").strip();
      if (!first.matches("[0-9]{1,10}")) {
        return OptionalLong.empty();
      }
      Path name = Path.of("/proc", first, "comm");
      boolean runs = Files.exists(name) && Files.readString(name).strip().equals("postgres");
      return runs ? OptionalLong.of(Long.parseLong(first)) : OptionalLong.empty();
    } catch (IOException e) {
      throw new DatabaseFailure(note + " could not be read: " + e.getMessage(), e);
    }
  }

  boolean isAdopted() {
    return condition().equals(Optional.of(Condition.ADOPTED));
  }

  /** The first data of a cluster; what an interrupted attempt left is thrown away. */
  void initialise() throws DatabaseFailure, InterruptedException {
    boolean torn = condition().equals(Optional.of(Condition.INITIALISING));
    if (!torn && !isVacant()) {
      throw new DatabaseFailure(
          path + " is not empty; a new cluster is made in an empty folder only");
    }
    remember(Condition.INITIALISING);
    programs.makeFolder(path, "0700");
    programs.empty(path);
    programs.run(
        INIT,
        "initdb",
        List.of(
            "-D",
            path.toString(),
            "--username=postgres",
            "--encoding=UTF8",
            "--locale=C.UTF-8",
            "--data-checksums",
            "--auth-local=peer",
            "--auth-host=reject"));
    createRoles();
    programs.touch(path.resolve("standby.signal"));
    remember(Condition.WHOLE);
  }

  private void createRoles() throws DatabaseFailure, InterruptedException {
    String said =
        programs.run(
            INIT,
            "postgres",
            List.of(
                "--single",
                "-D",
                path.toString(),
                "-c",
                "config_file=" + settings.configFile(),
                "-c",
                "exit_on_error=true",
                "-c",
                // Nobody is there yet for whom a commit could wait.
                "synchronous_standby_names=",
                "postgres"),
            Roles.statements());
    if (said.contains("ERROR:") || said.contains("FATAL:")) {
      throw new DatabaseFailure("the roles of the failover could not be made: " + said);
    }
  }

  /**
   * A copy of the other site's. What was here is thrown away first: there may be no room for two.
   */
  void cloneFromPeer() throws DatabaseFailure, InterruptedException {
    mustBeOurs("clone");
    remember(Condition.CLONING);
    programs.makeFolder(path, "0700");
    programs.empty(path);
    programs.run(
        CLONE,
        "pg_basebackup",
        List.of(
            "--dbname=" + settings.peerConninfo("harmony_clone"),
            "--pgdata=" + path,
            "--wal-method=stream",
            "--slot=" + settings.slotOf(settings.me()),
            "--checkpoint=fast",
            "--no-password"));
    programs.touch(path.resolve("standby.signal"));
    remember(Condition.WHOLE);
  }

  /** Back to where the other site's history left ours. Cut short, it leaves only a clone. */
  void rewindToPeer() throws DatabaseFailure, InterruptedException {
    mustBeOurs("rewind");
    remember(Condition.REWINDING);
    // A single-user server, which may have to replay a crash first, refuses to be a standby.
    path.resolve("standby.signal").toFile().delete();
    programs.run(
        REWIND,
        "pg_rewind",
        List.of(
            "--target-pgdata=" + path,
            "--source-server=" + settings.peerConninfo("harmony_rewind"),
            "--config-file=" + settings.configFile()));
    programs.touch(path.resolve("standby.signal"));
    remember(Condition.WHOLE);
  }

  /** Written anew after every promotion, which removes it: at rest it is always there. */
  void restAsStandby() throws DatabaseFailure, InterruptedException {
    programs.touch(path.resolve("standby.signal"));
  }

  boolean restsAsStandby() {
    return Files.exists(path.resolve("standby.signal"));
  }

  /** Only while PostgreSQL does not run. */
  synchronized ControlData control() throws DatabaseFailure, InterruptedException {
    try {
      FileTime written = Files.getLastModifiedTime(path.resolve("global/pg_control"));
      if (control == null || !written.equals(controlled)) {
        control =
            ControlData.parse(programs.run(CONTROL, "pg_controldata", List.of(path.toString())));
        controlled = written;
      }
      return control;
    } catch (IOException e) {
      throw new DatabaseFailure(path + " has no pg_control: " + e.getMessage(), e);
    }
  }

  /** How our own data came to that timeline. */
  Timelines timelines(long current) throws DatabaseFailure {
    Path history = path.resolve("pg_wal").resolve(String.format("%08X.history", current));
    try {
      return Timelines.parse(current, Files.exists(history) ? Files.readString(history) : "");
    } catch (IOException e) {
      throw new DatabaseFailure(history + ": " + e.getMessage(), e);
    }
  }

  /** Empty for a folder that nothing was noted of, whatever was noted of another one. */
  private Optional<Condition> condition() {
    try {
      Optional<byte[]> noted = memory.read();
      if (noted.isEmpty()) {
        return Optional.empty();
      }
      List<String> lines = new String(noted.get(), UTF_8).lines().toList();
      if (lines.size() != 2) {
        return Optional.of(Condition.UNKNOWN);
      }
      return lines.getLast().equals(path.toString())
          ? Optional.of(Condition.valueOf(lines.getFirst()))
          : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.of(Condition.UNKNOWN);
    }
  }

  private void remember(Condition condition) throws DatabaseFailure {
    try {
      Files.createDirectories(settings.memory());
      memory.replace((condition.name() + "\n" + path + "\n").getBytes(UTF_8));
    } catch (IOException e) {
      throw new DatabaseFailure(
          "what is done to " + path + " could not be written down: " + e.getMessage(), e);
    }
  }
}
