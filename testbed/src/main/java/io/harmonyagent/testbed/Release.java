package io.harmonyagent.testbed;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Which system a Pi has. */
public enum Release {
  /** The same as this machine, with all that is installed on it. */
  AS_HERE(""),

  /** systemd 257 and podman 5.4; fetched at the first use. */
  DEBIAN_13("trixie");

  private static final Duration FETCH_LIMIT = Duration.ofMinutes(10);

  private final String codename;

  Release(String codename) {
    this.codename = codename;
  }

  /** Its root file system, where it is not this machine's. */
  Optional<Path> root(Run run) {
    if (this == AS_HERE) {
      return Optional.empty();
    }
    String cache = Caches.folder("debian").toString();
    String printed =
        Commands.run(FETCH_LIMIT, run.command("get-debian.sh", codename, cache)).orFail().text();
    return Optional.of(Path.of(printed));
  }
}
