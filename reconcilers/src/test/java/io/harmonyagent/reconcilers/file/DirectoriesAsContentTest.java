package io.harmonyagent.reconcilers.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.engine.Outcome;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

class DirectoriesAsContentTest extends LedgerDevice {
  @Test
  void it_is_made_with_its_mode_and_its_parents() throws Exception {
    isChanged(want(withMode(directory("/srv/data/in"), 0750)), "was missing");

    assertThat(at("/srv/data/in")).isEmptyDirectory();
    assertThat(modeOf(at("/srv/data/in"))).isEqualTo("rwxr-x---");
    assertThat(at("/srv/data").toFile().list()).containsExactly("in");
    isInPlace(want(withMode(directory("/srv/data/in"), 0750)));
  }

  @Test
  void it_belongs_to_whom_it_should() throws Exception {
    needsRoot();

    want(ownedBy(directory("/data"), "12345", "54321"));

    assertThat(Files.getAttribute(at("/data"), "unix:uid")).isEqualTo(12345);
    assertThat(Files.getAttribute(at("/data"), "unix:gid")).isEqualTo(54321);
  }

  @Test
  void its_mode_is_put_right_and_what_is_in_it_stays() throws Exception {
    want(directory("/data"));
    Files.writeString(at("/data/x"), "precious");
    Files.setPosixFilePermissions(at("/data"), PosixFilePermissions.fromString("rwx------"));

    isChanged(want(directory("/data")), "mode 0700 instead of 0755");

    assertThat(modeOf(at("/data"))).isEqualTo("rwxr-xr-x");
    assertThat(at("/data/x")).hasContent("precious");
  }

  @Test
  void what_is_put_into_it_is_no_drift() throws Exception {
    want(directory("/data"));
    Files.writeString(at("/data/x"), "theirs");

    isInPlace(want(directory("/data")));
  }

  @Test
  void a_bit_that_it_inherits_from_its_parent_is_not_kept() throws Exception {
    Files.createDirectory(at("/shared"));
    Files.setAttribute(at("/shared"), "unix:mode", 02777);

    want(directory("/shared/data"));

    assertThat((int) Files.getAttribute(at("/shared/data"), "unix:mode") & 07777).isEqualTo(0755);
  }

  @Test
  void one_that_is_there_and_differs_is_refused_unless_it_may_be_adopted() throws Exception {
    Files.createDirectory(at("/data"));
    Files.setPosixFilePermissions(at("/data"), PosixFilePermissions.fromString("rwx------"));

    assertThat(failsWith(want(directory("/data")), "AlreadyExists")).contains("mode 0700");
    assertThat(modeOf(at("/data"))).isEqualTo("rwx------");

    isChanged(want(adopting(directory("/data"))), "mode 0700 instead of 0755");
  }

  @Test
  void one_that_is_there_and_right_is_accepted_and_not_ours() throws Exception {
    Files.createDirectory(at("/data"));
    Files.setPosixFilePermissions(at("/data"), PosixFilePermissions.fromString("rwxr-xr-x"));

    isInPlace(want(directory("/data")));
    unwant("/data");

    assertThat(at("/data")).isDirectory();
  }

  @Test
  void a_file_of_ours_becomes_a_directory_and_a_file_again() throws Exception {
    want(file("/x", "content"));

    isChanged(want(directory("/x")), "was a regular file");
    assertThat(at("/x")).isEmptyDirectory();

    isChanged(want(file("/x", "content")), "was a directory");
    assertThat(at("/x")).hasContent("content");
  }

  @Test
  void it_goes_if_it_is_empty() throws Exception {
    want(directory("/data"));

    assertThat(unwant("/data")).isEqualTo(new Outcome.Removed());

    assertThat(at("/data")).doesNotExist();
  }

  @Test
  void it_stays_if_something_is_in_it() throws Exception {
    want(directory("/data"));
    Files.writeString(at("/data/x"), "theirs");

    assertThat(unwant("/data")).isEqualTo(new Outcome.Removed());

    assertThat(at("/data/x")).hasContent("theirs");
  }
}
