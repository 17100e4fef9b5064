package io.harmonyagent.reconcilers.file;

import java.nio.file.Path;

/**
 * What the device's {@code /} is: the real one, or a directory in its place for tests and demos.
 */
public record DeviceRoot(Path directory) {
  /** The place of a manifest's absolute path. */
  public Path resolve(String absolutePath) {
    return directory.resolve(absolutePath.substring(1));
  }
}
