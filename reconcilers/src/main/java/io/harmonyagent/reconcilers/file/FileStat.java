package io.harmonyagent.reconcilers.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Asks the kernel what stands at a path: once a pass for every file, so it must be cheap. A link in
 * the last place is not followed.
 */
@FunctionalInterface
public interface FileStat {
  /** Nothing if nothing is there. */
  Optional<FileIdentity> of(Path path) throws IOException;

  /**
   * By Java's own attributes. Right everywhere; but each answer is a map of boxed values, made from
   * names in a text, and that was most of what a pass cost (adr/0004).
   */
  static FileStat byJava() {
    return new JavaFileStat();
  }
}
