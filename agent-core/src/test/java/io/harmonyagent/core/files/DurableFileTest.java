package io.harmonyagent.core.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableFileTest {
  @TempDir private Path directory;
  private Path path;
  private DurableFile file;

  @BeforeEach
  void name() {
    path = directory.resolve("state.json");
    file = new DurableFile(path);
  }

  @Test
  void a_file_that_is_not_there_is_empty_and_no_error() throws IOException {
    assertThat(file.read()).isEmpty();
  }

  @Test
  void it_holds_what_it_was_given_byte_for_byte() throws IOException {
    byte[] content = {0, -1, 13, 10, 65};

    file.replace(content);

    assertThat(file.read()).hasValueSatisfying(read -> assertThat(read).isEqualTo(content));
  }

  @Test
  void nobody_else_may_look_into_it() throws IOException {
    file.replace(bytes("x"));

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
  }

  @Test
  void what_a_power_cut_left_beside_it_does_not_matter() throws IOException {
    file.replace(bytes("old"));
    Files.writeString(directory.resolve("state.json.new"), "ne");

    assertThat(file.read())
        .hasValueSatisfying(read -> assertThat(read).asString().isEqualTo("old"));
    file.replace(bytes("new"));

    assertThat(Files.readString(path)).isEqualTo("new");
    assertThat(directory.toFile().list()).containsExactly("state.json");
  }

  @Test
  void a_reader_finds_the_old_or_the_new_and_never_a_part() throws Exception {
    String old = "a".repeat(50_000);
    String young = "b".repeat(70_000);
    file.replace(bytes(old));
    AtomicBoolean stop = new AtomicBoolean();
    Thread writer =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    for (int i = 0; i < 200; i++) {
                      file.replace(bytes(i % 2 == 0 ? young : old));
                    }
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  } finally {
                    stop.set(true);
                  }
                });

    while (!stop.get()) {
      assertThat(Files.readString(path)).isIn(old, young);
    }
    writer.join();
  }

  @Test
  void a_failure_leaves_the_old_content() throws IOException {
    file.replace(bytes("old"));
    Path inTheWay = directory.resolve("state.json.new");
    Files.createDirectories(inTheWay.resolve("full"));

    assertThatExceptionOfType(IOException.class).isThrownBy(() -> file.replace(bytes("new")));

    assertThat(Files.readString(path)).isEqualTo("old");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
