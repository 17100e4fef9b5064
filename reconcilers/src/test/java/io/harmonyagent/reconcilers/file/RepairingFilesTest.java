package io.harmonyagent.reconcilers.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.Decision;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepairingFilesTest extends FileDevice {
  private final FileSpec spec = file("/etc/x", "content");

  @BeforeEach
  void inPlace() throws Exception {
    reconcile(spec, NOT_OURS);
  }

  @Test
  void a_look_at_what_is_in_place_finds_nothing_to_do() throws Exception {
    assertThat(reconcile(spec, OURS)).isEqualTo(new Decision.Nothing());
    assertThat(agent().observe(target(spec, OURS), true))
        .isInstanceOfSatisfying(
            FileObservation.OfWantedType.class, seen -> assertThat(seen.sameContent()).isTrue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "conten", "contenT", "contentt", "something else entirely"})
  void other_content_is_replaced(String other) throws Exception {
    Files.writeString(at("/etc/x"), other);

    assertThat(reconcile(spec, OURS)).isEqualTo(new Decision.Update("content"));
    assertThat(at("/etc/x")).hasContent("content");
  }

  @Test
  void another_mode_is_put_right_and_the_file_stays_the_same() throws Exception {
    Object inode = inodeOf("/etc/x");
    Files.setPosixFilePermissions(at("/etc/x"), PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThat(reconcile(spec, OURS)).isEqualTo(new Decision.Update("mode 0777 instead of 0644"));
    assertThat(modeOf(at("/etc/x"))).isEqualTo("rw-r--r--");
    assertThat(inodeOf("/etc/x")).isEqualTo(inode);
  }

  @Test
  void a_mode_that_grants_more_than_java_shows_is_put_right() throws Exception {
    Files.setAttribute(at("/etc/x"), "unix:mode", 04644);

    assertThat(reconcile(spec, OURS)).isEqualTo(new Decision.Update("mode 4644 instead of 0644"));
    assertThat((int) Files.getAttribute(at("/etc/x"), "unix:mode") & 07777).isEqualTo(0644);
  }

  @Test
  void another_owner_is_put_right_and_the_file_stays_the_same() throws Exception {
    needsRoot();
    FileSpec owned = ownedBy(spec, "0", "0");
    reconcile(owned, OURS);
    Object inode = inodeOf("/etc/x");
    giveAway(at("/etc/x"));

    assertThat(reconcile(owned, OURS))
        .isEqualTo(new Decision.Update("owner 12345 instead of 0, group 12345 instead of 0"));
    assertThat(Files.getAttribute(at("/etc/x"), "unix:uid")).isEqualTo(0);
    assertThat(inodeOf("/etc/x")).isEqualTo(inode);
  }

  @Test
  void an_owner_that_nobody_asked_for_is_nobodys_business() throws Exception {
    needsRoot();
    giveAway(at("/etc/x"));

    assertThat(reconcile(spec, OURS)).isEqualTo(new Decision.Nothing());
  }

  @Test
  void a_name_and_its_number_are_the_same_owner() throws Exception {
    needsRoot();
    reconcile(ownedBy(spec, "root", "root"), OURS);

    assertThat(reconcile(ownedBy(spec, "0", "0"), OURS)).isEqualTo(new Decision.Nothing());
  }

  @Test
  void all_differences_are_told_at_once() throws Exception {
    Files.writeString(at("/etc/x"), "other");
    Files.setPosixFilePermissions(at("/etc/x"), PosixFilePermissions.fromString("rw-------"));

    assertThat(reconcile(spec, OURS))
        .isEqualTo(new Decision.Update("content, mode 0600 instead of 0644"));
  }

  @Test
  void a_file_that_was_deleted_is_made_again() throws Exception {
    Files.delete(at("/etc/x"));

    assertThat(reconcile(spec, OURS)).isEqualTo(new Decision.Create());
    assertThat(at("/etc/x")).hasContent("content");
  }

  @Test
  void a_directory_that_was_deleted_is_made_again() throws Exception {
    Files.delete(at("/etc/x"));
    Files.delete(at("/etc"));

    assertThat(reconcile(spec, OURS)).isEqualTo(new Decision.Create());
    assertThat(at("/etc/x")).hasContent("content");
  }

  @Test
  void another_name_of_the_same_file_keeps_its_content() throws Exception {
    Files.createLink(at("/other"), at("/etc/x"));

    reconcile(file("/etc/x", "new content"), OURS);

    assertThat(at("/etc/x")).hasContent("new content");
    assertThat(at("/other")).hasContent("content");
  }

  @Test
  void a_reader_sees_the_old_or_the_new_and_never_a_part() throws Exception {
    String old = "a".repeat(30_000);
    String young = "b".repeat(60_000);
    reconcile(file("/etc/x", old), OURS);
    AtomicBoolean stop = new AtomicBoolean();
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<?> writer =
          threads.submit(
              () -> {
                try {
                  for (int i = 0; i < 100; i++) {
                    reconcile(file("/etc/x", i % 2 == 0 ? young : old), OURS);
                  }
                } finally {
                  stop.set(true);
                }
                return null;
              });
      while (!stop.get()) {
        assertThat(Files.readString(at("/etc/x"))).isIn(old, young);
      }
      writer.get();
    }
  }

  @Test
  void an_abandoned_attempt_changes_nothing() throws Exception {
    Files.writeString(at("/etc/x"), "other");
    FileObservation seen = reconciler.observe(target(spec, OURS), false);
    Attempt abandoned = new Attempt();
    abandoned.abandon();

    assertThatExceptionOfType(ReconcileFailure.class)
        .isThrownBy(
            () ->
                reconciler.apply(
                    target(spec, OURS), seen, new Decision.Update("content"), abandoned))
        .satisfies(e -> assertThat(e.error().code()).isEqualTo("Abandoned"));
    assertThat(at("/etc/x")).hasContent("other");
    assertThat(at("/etc").toFile().list()).containsExactly("x");
  }

  @Test
  void an_abandoned_attempt_changes_no_mode_either() throws Exception {
    Files.setPosixFilePermissions(at("/etc/x"), PosixFilePermissions.fromString("rw-------"));
    FileObservation seen = reconciler.observe(target(spec, OURS), false);
    Attempt abandoned = new Attempt();
    abandoned.abandon();

    assertThatExceptionOfType(ReconcileFailure.class)
        .isThrownBy(
            () ->
                reconciler.apply(target(spec, OURS), seen, new Decision.Update("mode"), abandoned));
    assertThat(modeOf(at("/etc/x"))).isEqualTo("rw-------");
  }
}
