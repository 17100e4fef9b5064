package io.harmonyagent.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where downloads and builds are kept from one run to the next. */
final class Caches {
  private Caches() {}

  static Path folder(String name) {
    Path home =
        Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
            .filter(value -> !value.isEmpty())
            .map(Path::of)
            .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"));
    try {
      return Files.createDirectories(home.resolve("harmony-agent").resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
