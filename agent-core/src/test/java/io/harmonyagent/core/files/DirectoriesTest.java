package io.harmonyagent.core.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoriesTest {
  @TempDir private Path directory;

  @Test
  void a_private_directory_is_ours_alone_and_its_parents_are_made() throws IOException {
    Path made = directory.resolve("a/b/c");

    Directories.createPrivate(made);

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
        .isEqualTo("rwx------");
  }

  @Test
  void one_that_is_there_is_left_as_it_is() throws IOException {
    Path there = Files.createDirectory(directory.resolve("there"));
    Files.writeString(there.resolve("file"), "x");

    Directories.createPrivate(there);

    assertThat(there.resolve("file")).exists();
  }
}
