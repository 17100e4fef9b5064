package io.harmonyagent.reconcilers.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.reconcile.Decision;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RememberingFilesTest extends FileDevice {
  private final FileSpec spec = file("/x", "content");

  @BeforeEach
  void inPlace() throws Exception {
    reconcile(spec, NOT_OURS);
  }

  @Test
  void what_did_not_change_is_not_read_again() throws Exception {
    awaitUnchanged(spec);
  }

  @Test
  void what_changed_just_now_is_read_again() throws Exception {
    Files.writeString(at("/x"), "content");

    assertThat(reconciler.observe(target(spec, OURS), false))
        .isInstanceOf(FileObservation.OfWantedType.class);
    assertThat(reconciler.observe(target(spec, OURS), false))
        .isInstanceOf(FileObservation.OfWantedType.class);
  }

  @Test
  void a_thorough_look_reads_it_all_the_same() throws Exception {
    assertThat(reconciler.observe(target(spec, OURS), true))
        .isInstanceOf(FileObservation.OfWantedType.class);
  }

  @Test
  void a_new_agent_reads_it() throws Exception {
    assertThat(agent().observe(target(spec, OURS), false))
        .isInstanceOf(FileObservation.OfWantedType.class);
  }

  @Test
  void another_spec_is_compared_anew() throws Exception {
    assertThat(reconciler.observe(target(file("/x", "CONTENT"), OURS), false))
        .isInstanceOfSatisfying(
            FileObservation.OfWantedType.class, seen -> assertThat(seen.sameContent()).isFalse());
  }

  @Test
  void a_change_that_hides_behind_size_and_time_is_found() throws Exception {
    FileTime time = Files.getLastModifiedTime(at("/x"));
    Files.writeString(at("/x"), "CONTENT", StandardOpenOption.WRITE);
    Files.setLastModifiedTime(at("/x"), time);

    assertThat(reconcile(spec, OURS)).isEqualTo(new Decision.Update("content"));
  }

  @Test
  void a_file_that_was_exchanged_for_another_is_found() throws Exception {
    FileTime time = Files.getLastModifiedTime(at("/x"));
    Files.writeString(at("/y"), "CONTENT");
    Files.setLastModifiedTime(at("/y"), time);
    Files.move(at("/y"), at("/x"), StandardCopyOption.REPLACE_EXISTING);

    assertThat(reconcile(spec, OURS)).isEqualTo(new Decision.Update("content"));
  }

  @Test
  void what_is_wrong_is_never_remembered_as_right() throws Exception {
    Files.writeString(at("/x"), "CONTENT");
    reconciler.observe(target(spec, OURS), false);

    assertThat(reconciler.observe(target(spec, OURS), false))
        .isInstanceOf(FileObservation.OfWantedType.class);
  }
}
