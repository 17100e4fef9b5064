package io.harmonyagent.reconcilers.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.FileSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HardLinksTest extends LedgerDevice {
  private final FileSpec spec = file("/x", "content");

  @BeforeEach
  void aFileWithTwoNames() throws Exception {
    want(spec);
    Files.createLink(at("/other"), at("/x"));
  }

  @Test
  void another_name_is_no_drift() {
    isInPlace(want(spec));
  }

  @Test
  void a_mode_is_put_right_on_a_new_file_and_the_other_name_keeps_its_own() throws Exception {
    Files.setPosixFilePermissions(at("/other"), PosixFilePermissions.fromString("rw-------"));

    isChanged(want(spec), "mode 0600 instead of 0644");

    assertThat(modeOf(at("/x"))).isEqualTo("rw-r--r--");
    assertThat(modeOf(at("/other"))).isEqualTo("rw-------");
    assertThat(at("/other")).hasContent("content");
  }

  @Test
  void an_owner_is_put_right_on_a_new_file_too() throws Exception {
    needsRoot();

    want(ownedBy(spec, "12345", "12345"));

    assertThat(Files.getAttribute(at("/x"), "unix:uid")).isEqualTo(12345);
    assertThat(Files.getAttribute(at("/other"), "unix:uid")).isEqualTo(0);
  }

  @Test
  void a_write_through_the_other_name_is_found_by_a_quick_look() throws Exception {
    awaitUnchanged(spec);
    var time = Files.getLastModifiedTime(at("/x"));
    Files.writeString(at("/other"), "CONTENT", StandardOpenOption.WRITE);
    Files.setLastModifiedTime(at("/other"), time);

    isChanged(want(spec), "content");

    assertThat(at("/x")).hasContent("content");
    assertThat(at("/other")).hasContent("CONTENT");
  }

  @Test
  void a_fetched_file_is_copied_and_not_fetched_again() throws Exception {
    FileSpec artifact = file("/artifact", shelf.put("large".getBytes(StandardCharsets.UTF_8)));
    want(artifact);
    Files.createLink(at("/another"), at("/artifact"));
    int fetched = shelf.fetched();

    isChanged(want(withMode(artifact, 0600)), "mode 0644 instead of 0600");

    assertThat(shelf.fetched()).isEqualTo(fetched);
    assertThat(at("/artifact")).hasContent("large");
    assertThat(modeOf(at("/another"))).isEqualTo("rw-r--r--");
  }

  @Test
  void deleting_it_leaves_the_other_name() {
    unwant("/x");

    assertThat(at("/other")).hasContent("content");
  }
}
