package io.harmonyagent.reconcilers.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.ResourceId;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileEventsTest {
  private static final ResourceId A = new ResourceId("a");
  private static final ResourceId B = new ResourceId("b");

  @TempDir private Path directory;
  private final BlockingQueue<ResourceId> hints = new LinkedBlockingQueue<>();
  private FileEvents events;
  private Path file;

  @BeforeEach
  void open() throws IOException {
    events = new FileEvents(Optional.of(FileSystems.getDefault().newWatchService()));
    file = Files.writeString(directory.resolve("x"), "x");
  }

  @AfterEach
  void close() throws IOException {
    events.close();
  }

  @Test
  void a_write_is_heard() throws Exception {
    events.watch(A, file, hints::add);

    Files.writeString(file, "y");

    assertThat(nextHint()).isEqualTo(A);
  }

  @Test
  void a_change_of_mode_is_heard() throws Exception {
    events.watch(A, file, hints::add);

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThat(nextHint()).isEqualTo(A);
  }

  @Test
  void a_deletion_is_heard() throws Exception {
    events.watch(A, file, hints::add);

    Files.delete(file);

    assertThat(nextHint()).isEqualTo(A);
  }

  @Test
  void an_exchange_by_rename_is_heard() throws Exception {
    events.watch(A, file, hints::add);
    Path other = Files.writeString(directory.resolve("y"), "y");

    Files.move(other, file, StandardCopyOption.ATOMIC_MOVE);

    assertThat(nextHint()).isEqualTo(A);
  }

  @Test
  void a_file_that_is_not_there_yet_can_be_watched() throws Exception {
    Path later = directory.resolve("later");
    events.watch(A, later, hints::add);

    Files.writeString(later, "x");

    assertThat(nextHint()).isEqualTo(A);
  }

  @Test
  void in_a_directory_that_was_moved_away_and_made_anew_it_is_heard_after_the_next_look()
      throws Exception {
    Path parent = Files.createDirectory(directory.resolve("d"));
    Path inside = Files.writeString(parent.resolve("x"), "x");
    Path neighbour = Files.writeString(parent.resolve("y"), "y");
    events.watch(A, inside, hints::add);
    events.watch(B, neighbour, hints::add);
    Files.move(parent, directory.resolve("d.old"));
    Files.createDirectory(parent);
    Files.writeString(inside, "x");
    Files.writeString(neighbour, "y");

    events.doubt(A);
    events.watch(A, inside, hints::add);
    Files.writeString(neighbour, "z");

    assertThat(nextHint()).isEqualTo(B);
    hints.clear();
    Files.writeString(directory.resolve("d.old/x"), "z");
    Files.writeString(inside, "z");
    assertThat(nextHint()).isEqualTo(A);
  }

  @Test
  void only_what_is_watched_is_heard() throws Exception {
    events.watch(A, file, hints::add);

    Files.writeString(directory.resolve("neighbour"), "x");
    events.watch(B, directory.resolve("last"), hints::add);
    Files.writeString(directory.resolve("last"), "x");

    assertThat(nextHint()).isEqualTo(B);
  }

  @Test
  void what_is_no_longer_watched_is_not_heard() throws Exception {
    events.watch(A, file, hints::add);
    events.watch(B, directory.resolve("last"), hints::add);
    events.unwatch(A);

    Files.writeString(file, "y");
    Files.writeString(directory.resolve("last"), "x");

    assertThat(nextHint()).isEqualTo(B);
  }

  @Test
  void a_resource_that_moved_is_heard_at_its_new_place() throws Exception {
    Path moved = Files.createDirectory(directory.resolve("d")).resolve("moved");
    events.watch(A, file, hints::add);
    events.watch(A, moved, hints::add);

    Files.writeString(moved, "x");

    assertThat(nextHint()).isEqualTo(A);
  }

  @Test
  void a_file_that_changed_hands_is_heard_by_its_new_owner() throws Exception {
    events.watch(A, file, hints::add);
    events.watch(B, file, hints::add);
    events.watch(A, directory.resolve("elsewhere"), hints::add);

    Files.writeString(file, "y");

    assertThat(nextHint()).isEqualTo(B);
  }

  @Test
  void the_end_of_the_old_owner_does_not_silence_the_new_one() throws Exception {
    events.watch(A, file, hints::add);
    events.watch(B, file, hints::add);
    events.unwatch(A);

    Files.writeString(file, "y");

    assertThat(nextHint()).isEqualTo(B);
  }

  @Test
  void a_directory_that_goes_and_comes_back_is_heard_again() throws Exception {
    Path nested = Files.createDirectory(directory.resolve("d"));
    Path inside = Files.writeString(nested.resolve("x"), "x");
    events.watch(A, inside, hints::add);
    Files.delete(inside);
    assertThat(nextHint()).isEqualTo(A);
    Files.delete(nested);
    assertThat(nextHint()).as("that the directory went").isEqualTo(A);
    Files.createDirectory(nested);

    events.watch(A, inside, hints::add);
    Files.writeString(inside, "x");

    assertThat(nextHint()).isEqualTo(A);
  }

  @Test
  void a_directory_that_is_not_there_is_no_error() throws Exception {
    events.watch(A, directory.resolve("no/such/file"), hints::add);
    events.watch(B, file, hints::add);

    Files.writeString(file, "y");

    assertThat(nextHint()).isEqualTo(B);
  }

  @Test
  void without_a_watch_service_there_are_no_hints_and_no_errors() throws Exception {
    try (FileEvents none = new FileEvents(Optional.empty())) {
      none.watch(A, file, hints::add);
      none.unwatch(A);
    }

    assertThat(hints).isEmpty();
  }

  private ResourceId nextHint() throws InterruptedException {
    ResourceId hint = hints.poll(10, TimeUnit.SECONDS);
    if (hint == null) {
      throw new AssertionError("no hint came");
    }
    return hint;
  }
}
