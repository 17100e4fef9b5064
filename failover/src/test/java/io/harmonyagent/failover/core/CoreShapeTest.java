package io.harmonyagent.failover.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The core stays pure and its files stay small. */
class CoreShapeTest {
  private static final Path SOURCES = Path.of("src/main/java/io/harmonyagent/failover/core");
  private static final List<String> IMPURE =
      List.of(
          "java.io",
          "java.nio",
          "java.time",
          "java.net",
          "System.",
          "Thread",
          "Random",
          "synchronized",
          "volatile",
          "java.util.concurrent");

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  @Test
  void no_file_is_longer_than_two_hundred_lines() throws IOException {
    for (Path source : sources()) {
      assertThat(Files.readAllLines(source)).as(source.toString()).hasSizeLessThanOrEqualTo(200);
    }
  }

  @Test
  void no_clock_no_randomness_no_io_no_threads() throws IOException {
    for (Path source : sources()) {
      String code = Files.readString(source).replaceAll("(?s)/\\*.*?\\*/", "");
      assertThat(code).as(source.toString()).doesNotContain(IMPURE);
    }
  }

  @Test
  void no_role_may_jump_over_the_fence() {
    assertThat(Role.PRIMARY.mayBecome(Role.STANDBY)).isFalse();
    assertThat(Role.STANDBY.mayBecome(Role.PRIMARY)).isFalse();
    assertThat(Role.SAFE.mayBecome(Role.OPENING)).isFalse();
    assertThat(Role.FENCING.mayBecome(Role.OPENING)).isFalse();
  }
}
