package io.harmonyagent.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The files of this repository that are measured and shown; make starts us in its root, and tests
 * are told where that is.
 */
public record Repository(Path root) {
  public static Repository here() {
    return new Repository(Path.of(System.getProperty("harmony.repository", "")));
  }

  /** The native binary for this machine. */
  public Path binary() {
    String arch = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
    return built(arch)
        .orElseThrow(
            () -> new IllegalStateException("the native binary is not built here: make native"));
  }

  Optional<Path> binaryForArm64() {
    return built("arm64");
  }

  public Path file(String path) {
    return root.resolve(path);
  }

  public String text(String path) {
    try {
      return Files.readString(file(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<Path> built(String arch) {
    return Optional.of(file("target/native/" + arch + "/harmony-agent"))
        .filter(Files::isExecutable);
  }
}
