package io.harmonyagent.reconcilers.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import org.junit.jupiter.api.Test;

class ExtendedAttributesTest extends LedgerDevice {
  /** For the owner all, for user 12345 all, for the group and others to read and enter. */
  private static final String SHARED_WITH_A_USER =
      "import os,struct,sys;"
          + "os.setxattr(sys.argv[1],'system.posix_acl_default',struct.pack('<I',2)+b''.join("
          + "struct.pack('<HHI',*e) for e in"
          + "[(1,7,2**32-1),(2,7,12345),(4,5,2**32-1),(16,7,2**32-1),(32,5,2**32-1)]))";

  /** The bits that an access list leaves to everybody but the owner and the others. */
  private static final String MASK =
      "import os,struct,sys;"
          + "a=os.getxattr(sys.argv[1],'system.posix_acl_access')[4:];"
          + "print([p for t,p,i in struct.iter_unpack('<HHI',a) if t==16][0])";

  @Test
  void an_inherited_access_list_gives_nobody_more_than_the_group_gets() throws Exception {
    Files.createDirectory(at("/shared"));
    run("python3", "-c", SHARED_WITH_A_USER, at("/shared").toString());

    want(withMode(file("/shared/secret", "x"), 0600));
    want(withMode(file("/shared/readable", "x"), 0640));

    assertThat(modeOf(at("/shared/secret"))).isEqualTo("rw-------");
    assertThat(answer("python3", "-c", MASK, at("/shared/secret").toString())).isEqualTo("0");
    assertThat(answer("python3", "-c", MASK, at("/shared/readable").toString())).isEqualTo("4");
    isInPlace(want(withMode(file("/shared/readable", "x"), 0640)));
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

  private static String answer(String... command) throws Exception {
    Process process = new ProcessBuilder(command).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }
}
