package io.harmonyagent.agent.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Debian packages of the binary under test, by the repository's own scripts. */
final class Packages {
  private static final long LIMIT_MINUTES = 5;

  private Packages() {}

  /** Compressed by what is quicker; a device sees no difference. */
  static Path build(String version) {
    Map<String, String> environment =
        Map.of(
            "DEB_VERSION",
            version,
            "DEB_COMPRESSION",
            "gzip",
            "DEB_OUTPUT",
            Binaries.inRepository("target/packages-under-test").toAbsolutePath().toString());
    return Binaries.inRepository(script("packaging/deb/build.sh", environment, List.of()).strip());
  }

  /** Fails with what lintian has to say. */
  static void check(Path deb) {
    script("packaging/deb/check.sh", Map.of(), List.of(deb.toAbsolutePath().toString()));
  }

  private static String script(
      String name, Map<String, String> environment, List<String> arguments) {
    try {
      List<String> command = new ArrayList<>();
      command.add(Binaries.inRepository(name).toAbsolutePath().toString());
      command.addAll(arguments);
      Path out = Files.createTempFile("out", "");
      ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile());
      builder.redirectError(ProcessBuilder.Redirect.INHERIT).environment().putAll(environment);
      Process process = builder.start();
      if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new AssertionError(name + " does not end");
      }
      String printed = Files.readString(out);
      Files.delete(out);
      if (process.exitValue() != 0) {
        throw new AssertionError(name + " failed: " + printed);
      }
      return printed;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
