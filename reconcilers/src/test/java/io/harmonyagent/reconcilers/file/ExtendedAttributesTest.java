package io.harmonyagent.reconcilers.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import org.junit.jupiter.api.Test;

class ExtendedAttributesTest extends LedgerDevice {
  private static final short OWNER = 1;
  private static final short ONE_USER = 2;
  private static final short GROUP = 4;
  private static final short MASK = 16;
  private static final short OTHERS = 32;
  private static final int NOBODY_IN_PARTICULAR = -1;
  private static final int ENTRY_BYTES = 8;
  private static final int VERSION = 2;

  @Test
  void an_inherited_access_list_gives_nobody_more_than_the_group_gets() throws Throwable {
    Files.createDirectory(at("/shared"));
    shareWithAUser(at("/shared"));

    want(withMode(file("/shared/secret", "x"), 0600));
    want(withMode(file("/shared/readable", "x"), 0640));

    assertThat(modeOf(at("/shared/secret"))).isEqualTo("rw-------");
    assertThat(maskOf(at("/shared/secret"))).isZero();
    assertThat(maskOf(at("/shared/readable"))).isEqualTo(4);
    isInPlace(want(withMode(file("/shared/readable", "x"), 0640)));
  }

  /** For the owner all, for one user all, for the group and others to read and enter. */
  private static void shareWithAUser(Path directory) throws Throwable {
    ByteBuffer list = ByteBuffer.allocate(4 + 5 * ENTRY_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    list.putInt(VERSION);
    entry(list, OWNER, 7, NOBODY_IN_PARTICULAR);
    entry(list, ONE_USER, 7, SOMEBODY);
    entry(list, GROUP, 5, NOBODY_IN_PARTICULAR);
    entry(list, MASK, 7, NOBODY_IN_PARTICULAR);
    entry(list, OTHERS, 5, NOBODY_IN_PARTICULAR);
    RawAttributes.set(directory, "system.posix_acl_default", list.array());
  }

  private static void entry(ByteBuffer list, short whom, int bits, int id) {
    list.putShort(whom).putShort((short) bits).putInt(id);
  }

  /** The bits that an access list leaves to everybody but the owner and the others. */
  private static int maskOf(Path file) throws Throwable {
    ByteBuffer list = RawAttributes.get(file, "system.posix_acl_access");
    assertThat(list.getInt()).isEqualTo(VERSION);
    while (list.hasRemaining()) {
      short whom = list.getShort();
      short bits = list.getShort();
      list.getInt();
      if (whom == MASK) {
        return bits;
      }
    }
    throw new AssertionError(file + " has no mask");
  }

  @Test
  void a_note_on_a_file_stays_while_its_content_does() throws Exception {
    want(file("/x", "content"));
    note(at("/x"));

    isInPlace(want(file("/x", "content")));
    Files.setPosixFilePermissions(at("/x"), PosixFilePermissions.fromString("rw-------"));
    want(file("/x", "content"));

    assertThat(notes(at("/x")).list()).containsExactly("note");
  }

  @Test
  void a_note_goes_with_the_content_that_it_was_on() throws Exception {
    want(file("/x", "content"));
    note(at("/x"));

    want(file("/x", "new content"));

    assertThat(notes(at("/x")).list()).isEmpty();
  }

  private static void note(Path file) {
    try {
      notes(file).write("note", ByteBuffer.wrap("n".getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      assumeTrue(false, "this file system has no extended attributes");
    }
  }

  private static UserDefinedFileAttributeView notes(Path file) {
    return Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
  }
}
