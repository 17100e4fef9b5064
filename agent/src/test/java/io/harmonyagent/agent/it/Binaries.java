package io.harmonyagent.agent.it;

import java.nio.file.Files;
import java.nio.file.Path;

/** The files of the repository that the tests drive. */
final class Binaries {
  private Binaries() {}

  static Path harmonyAgent() {
    return built(System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64");
  }

  static Path harmonyAgentForArm64() {
    return built("arm64");
  }

  static Path inRepository(String path) {
    return Path.of(System.getProperty("harmony.repository", "..")).resolve(path).normalize();
  }

  private static Path built(String arch) {
    Path binary = inRepository("target/native/" + arch + "/harmony-agent");
    if (!Files.isExecutable(binary)) {
      throw new IllegalStateException(binary + " is not built: make native ARCH=" + arch);
    }
    return binary;
  }
}
