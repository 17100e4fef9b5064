package io.harmonyagent.agent.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which JDK the scripts build with, and what they say where it is not enough. */
class FindJdkTest {
  private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
  private static final String NATIVE =
      ". native-config/lib/messages.sh; . native-config/lib/platform.sh;"
          + " . native-config/lib/tools.sh; ";

  @TempDir private Path jdk;

  @BeforeEach
  void make_a_jdk_without_sources() throws IOException {
    Path javac = Files.createDirectories(jdk.resolve("bin")).resolve("javac");
    assertThat(Files.createFile(javac).toFile().setExecutable(true)).isTrue();
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
    Files.createDirectories(jdk.resolve("lib"));
  }

  @Test
  void maven_and_the_native_build_take_the_same_one() throws Exception {
    Files.createFile(jdk.resolve("lib/src.zip"));

    assertThat(bash(". scripts/jdk.sh; echo \"$JAVA_HOME\"")).isEqualTo(jdk + "\n");
    assertThat(bash(NATIVE + "find_jdk")).isEqualTo(jdk + "\n");
  }

  @Test
  void maven_needs_no_sources_of_it() throws Exception {
    assertThat(bash(". scripts/jdk.sh; echo \"$JAVA_HOME\"")).isEqualTo(jdk + "\n");
  }

  @Test
  void the_native_build_says_that_the_sources_are_missing() throws Exception {
    assertThat(bash(NATIVE + "find_jdk"))
        .contains(jdk.toString(), "lacks lib/src.zip", "apt-get install openjdk-25-source");
  }

  @Test
  void the_sources_of_the_jdk_of_debian_are_installed_with_the_rest() throws Exception {
    Files.createSymbolicLink(jdk.resolve("lib/src.zip"), Path.of("../../openjdk-25/lib/src.zip"));

    assertThat(bash(NATIVE + "want_sources_of_the_jdk")).isEqualTo("openjdk-25-source\n");
  }

  @Test
  void of_another_jdk_there_are_none_to_install() throws Exception {
    assertThat(bash(NATIVE + "want_sources_of_the_jdk")).isEmpty();
  }

  @Test
  void another_release_is_none() throws Exception {
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"250.0.1\"\n");

    assertThat(bash(". scripts/jdk.sh; echo \"$JAVA_HOME\"")).doesNotContain(jdk.toString());
  }

  private String bash(String script) throws Exception {
    ProcessBuilder bash = new ProcessBuilder("bash", "-c", "set -euo pipefail; " + script);
    bash.environment().put("JAVA_HOME", jdk.toString());
    Process process = bash.directory(REPOSITORY.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    return status < 2 ? said : said + " (" + status + ")";
  }
}
