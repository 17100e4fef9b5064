package io.harmonyagent.reconcilers.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerExitsTest {
  @TempDir Path directory;
  private final BlockingQueue<String> ended = new LinkedBlockingQueue<>();

  @Test
  void a_file_in_the_directory_tells_whose_container_ended() throws Exception {
    try (ContainerExits exits = new ContainerExits(directory, ended::add)) {
      exits.listen();

      Files.createFile(directory.resolve("4711"));

      assertThat(ended.poll(30, TimeUnit.SECONDS)).isEqualTo("4711");
    }
  }

  @Test
  void a_directory_that_comes_later_is_listened_to_then() throws Exception {
    Path late = directory.resolve("late");
    try (ContainerExits exits = new ContainerExits(late, ended::add)) {
      exits.listen();
      Files.createDirectory(late);
      exits.listen();

      Files.createFile(late.resolve("4711"));

      assertThat(ended.poll(30, TimeUnit.SECONDS)).isEqualTo("4711");
    }
  }
}
