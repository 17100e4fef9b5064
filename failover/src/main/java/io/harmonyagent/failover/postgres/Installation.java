package io.harmonyagent.failover.postgres;

import io.harmonyagent.failover.site.DatabaseFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** PostgreSQL's programs, as Debian installs them: one folder for each major version. */
record Installation(int version, Path programs) {
  private static final Path ROOT = Path.of("/usr/lib/postgresql");
  private static final int OLDEST = 15;

  static Installation find(OptionalInt wanted) throws DatabaseFailure {
    try (Stream<Path> folders = Files.list(ROOT)) {
      return folders
          .filter(folder -> Files.isExecutable(folder.resolve("bin/postgres")))
          .map(folder -> folder.getFileName().toString())
          .filter(name -> name.matches("[0-9]{1,3}"))
          .mapToInt(Integer::parseInt)
          .filter(version -> version >= OLDEST && version == wanted.orElse(version))
          .boxed()
          .max(Integer::compare)
          .map(version -> new Installation(version, ROOT.resolve(version + "/bin")))
          .orElseThrow(() -> missing(wanted));
    } catch (IOException e) {
      throw missing(wanted);
    }
  }

  private static DatabaseFailure missing(OptionalInt wanted) {
    String version = wanted.isPresent() ? "" + wanted.getAsInt() : OLDEST + " or newer";
    return new DatabaseFailure(
        "PostgreSQL " + version + " is not in " + ROOT + "; install the package postgresql");
  }

  String program(String name) {
    return programs.resolve(name).toString();
  }
}
