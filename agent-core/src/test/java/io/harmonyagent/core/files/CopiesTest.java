package io.harmonyagent.core.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CopiesTest {
  @TempDir private Path temporary;
  private Path directory;
  private Copies copies;

  @BeforeEach
  void open() {
    directory = temporary.resolve("saved");
    copies = new Copies(directory);
  }

  @Test
  void what_is_kept_can_be_had_back() throws IOException {
    byte[] large = new byte[300_000];
    large[299_999] = 7;

    copies.keep("a", channel(large));

    assertThat(read("a")).isEqualTo(large);
  }

  @Test
  void the_newest_of_a_name_counts() throws IOException {
    copies.keep("a", channel(new byte[] {1, 2, 3}));
    copies.keep("a", channel(new byte[] {4}));

    assertThat(read("a")).containsExactly(4);
    assertThat(directory.toFile().list()).containsExactly("a");
  }

  @Test
  void only_we_can_look_at_them() throws IOException {
    copies.keep("a", channel(new byte[0]));

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("a"))))
        .isEqualTo("rw-------");
  }

  @Test
  void what_cannot_be_read_to_its_end_leaves_the_copy_before() throws IOException {
    copies.keep("a", channel(new byte[] {1}));

    assertThatExceptionOfType(IOException.class).isThrownBy(() -> copies.keep("a", broken()));

    assertThat(read("a")).containsExactly(1);
    assertThat(directory.toFile().list()).containsExactly("a");
  }

  @Test
  void what_was_dropped_or_never_kept_is_not_there() throws IOException {
    copies.drop("a");
    copies.keep("a", channel(new byte[] {1}));
    copies.drop("a");

    assertThat(copies.open("a")).isEmpty();
  }

  private byte[] read(String name) throws IOException {
    try (FileChannel channel = copies.open(name).orElseThrow()) {
      return Channels.newInputStream(channel).readAllBytes();
    }
  }

  private static ReadableByteChannel channel(byte[] content) {
    return Channels.newChannel(new ByteArrayInputStream(content));
  }

  private static ReadableByteChannel broken() {
    return new ReadableByteChannel() {
      @Override
      public int read(ByteBuffer buffer) throws IOException {
        throw new IOException("the card is broken");
      }

      @Override
      public boolean isOpen() {
        return true;
      }

      @Override
      public void close() {}
    };
  }
}
