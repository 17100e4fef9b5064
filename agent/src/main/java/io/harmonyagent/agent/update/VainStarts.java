package io.harmonyagent.agent.update;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How often the build in force was started in this boot and did not last: neither for a while nor
 * until somebody stopped it. It stands in {@code /run}: a boot makes it zero, and no card wears out
 * by it.
 */
final class VainStarts {
  private static final Logger log = LoggerFactory.getLogger(VainStarts.class);

  private final Path file;

  VainStarts(Path runtime) {
    this.file = runtime.resolve("starts");
  }

  int count() {
    try {
      return Files.exists(file) ? Integer.parseInt(Files.readString(file).strip()) : 0;
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
  }

  void add() {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, Integer.toString(count() + 1));
    } catch (IOException e) {
      log.debug("starts are not counted: {}", e.toString());
    }
  }

  void forget() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      log.debug("starts are not forgotten: {}", e.toString());
    }
  }
}
