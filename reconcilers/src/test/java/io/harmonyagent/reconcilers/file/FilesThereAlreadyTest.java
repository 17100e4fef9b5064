package io.harmonyagent.reconcilers.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.reconcile.Decision;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilesThereAlreadyTest extends FileDevice {
  @Test
  void a_file_of_somebody_else_is_refused_with_the_way_out() throws Exception {
    Files.writeString(at("/x"), "theirs");

    Decision decision = decide(file("/x", "ours"), NOT_OURS);

    assertThat(decision)
        .isInstanceOfSatisfying(
            Decision.Refuse.class,
            refuse -> {
              assertThat(refuse.error().code()).isEqualTo("AlreadyExists");
              assertThat(refuse.error().message()).contains("/x", "content", "\"adopt\": true");
            });
  }

  @Test
  void it_may_be_taken_over_when_that_is_said() throws Exception {
    Files.writeString(at("/x"), "theirs");

    assertThat(reconcile(adopting(file("/x", "ours")), NOT_OURS))
        .isEqualTo(new Decision.Update("content"));
    assertThat(at("/x")).hasContent("ours");
  }

  @Test
  void one_that_is_as_wanted_is_accepted_as_it_is() throws Exception {
    Files.writeString(at("/x"), "same");
    Files.setPosixFilePermissions(at("/x"), PosixFilePermissions.fromString("rw-r--r--"));
    Object inode = inodeOf("/x");

    assertThat(reconcile(file("/x", "same"), NOT_OURS)).isEqualTo(new Decision.Nothing());
    assertThat(inodeOf("/x")).isEqualTo(inode);
  }

  @ParameterizedTest
  @ValueSource(strings = {"directory", "link", "pipe"})
  void something_else_is_refused_unless_it_is_ours(String type) throws Exception {
    make(type, at("/x"));

    assertThat(decide(file("/x", "ours"), NOT_OURS)).isInstanceOf(Decision.Refuse.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"directory", "link", "dangling", "pipe", "device"})
  @Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void something_else_in_our_files_place_is_replaced_and_nobody_waits(String type)
      throws Exception {
    make(type, at("/x"));

    assertThat(reconcile(file("/x", "ours"), OURS)).isInstanceOf(Decision.Update.class);
    assertThat(Files.isRegularFile(at("/x"), LinkOption.NOFOLLOW_LINKS)).isTrue();
    assertThat(at("/x")).hasContent("ours");
  }

  @Test
  void a_link_is_replaced_and_what_it_points_at_stays() throws Exception {
    Files.writeString(at("/target"), "precious");
    Files.createSymbolicLink(at("/x"), at("/target"));

    reconcile(file("/x", "ours"), OURS);

    assertThat(at("/target")).hasContent("precious");
    assertThat(at("/x")).hasContent("ours");
  }

  @Test
  void a_link_to_exactly_the_wanted_content_is_replaced_too() throws Exception {
    Files.writeString(at("/target"), "ours");
    Files.createSymbolicLink(at("/x"), at("/target"));

    assertThat(reconcile(file("/x", "ours"), OURS))
        .isEqualTo(new Decision.Update("was a symbolic link"));
  }

  @Test
  void a_directory_with_content_is_nobodys_to_throw_away() throws Exception {
    Files.createDirectories(at("/x"));
    Files.writeString(at("/x/precious"), "precious");

    failsWith("IoError", file("/x", "ours"));

    assertThat(at("/x/precious")).hasContent("precious");
    assertThat(root.toFile().list()).containsExactly("x");
  }
}
