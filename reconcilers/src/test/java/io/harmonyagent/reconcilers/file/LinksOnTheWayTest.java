package io.harmonyagent.reconcilers.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.Decision;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinksOnTheWayTest extends FileDevice {
  @Test
  void a_link_of_another_user_on_the_way_is_refused() throws Exception {
    needsRoot();
    Path secret = Files.createDirectory(at("/secret"));
    Files.createSymbolicLink(at("/etc"), secret);
    giveAway(at("/etc"));

    failsWith("UnsafePath", file("/etc/x", "x"));

    assertThat(secret).isEmptyDirectory();
  }

  @Test
  void a_link_that_another_user_could_exchange_is_refused() throws Exception {
    needsRoot();
    Path home = Files.createDirectory(at("/home"));
    Files.createDirectory(at("/target"));
    Files.createSymbolicLink(home.resolve("link"), Path.of("/target"));
    giveAway(home);

    failsWith("UnsafePath", file("/home/link/x", "x"));
  }

  @Test
  void a_refused_link_is_not_deleted_through_either() throws Exception {
    needsRoot();
    Files.createDirectory(at("/secret"));
    Files.writeString(at("/secret/x"), "precious");
    Files.createSymbolicLink(at("/etc"), at("/secret"));
    giveAway(at("/etc"));

    assertThatExceptionOfType(ReconcileFailure.class)
        .isThrownBy(() -> reconciler.delete(made("/etc/x"), new Attempt()))
        .satisfies(e -> assertThat(e.error().code()).isEqualTo("UnsafePath"));
    assertThat(at("/secret/x")).hasContent("precious");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/run", "../run", "../var/../run", "../../../../../run", "/../../run"})
  void a_link_of_the_administrator_is_followed_inside_the_root(String target) throws Exception {
    Files.createDirectories(at("/run"));
    Files.createDirectories(at("/var"));
    Files.createSymbolicLink(at("/var/run"), Path.of(target));
    FileSpec spec = file("/var/run/app/x", "x");

    assertThat(reconcile(spec, NOT_OURS)).isEqualTo(new Decision.Create());

    assertThat(at("/run/app/x")).hasContent("x");
    assertThat(reconcile(spec, OURS)).isEqualTo(new Decision.Nothing());
    awaitUnchanged(spec);
  }

  @Test
  void drift_behind_a_link_is_found() throws Exception {
    Files.createDirectories(at("/run"));
    Files.createSymbolicLink(at("/var"), Path.of("/run"));
    FileSpec spec = file("/var/x", "x");
    reconcile(spec, NOT_OURS);
    Files.writeString(at("/run/x"), "y");

    assertThat(reconcile(spec, OURS)).isEqualTo(new Decision.Update("content"));
  }

  @Test
  void what_happens_behind_a_link_is_heard() throws Exception {
    Files.createDirectories(at("/run"));
    Files.createSymbolicLink(at("/var"), Path.of("/run"));
    FileSpec spec = file("/var/x", "x");
    BlockingQueue<ResourceId> hints = new LinkedBlockingQueue<>();
    try (FileEvents events =
        new FileEvents(Optional.of(FileSystems.getDefault().newWatchService()))) {
      reconciler = agent(events);
      reconcile(spec, NOT_OURS);
      reconciler.watch(ID, spec, hints::add);

      Files.writeString(at("/run/x"), "y");

      assertThat(hints.poll(10, TimeUnit.SECONDS)).isEqualTo(ID);
    }
  }

  @Test
  void a_file_behind_a_link_is_deleted() throws Exception {
    Files.createDirectories(at("/run"));
    Files.createSymbolicLink(at("/var"), Path.of("/run"));
    reconcile(file("/var/x", "x"), NOT_OURS);

    reconciler.delete(made("/var/x"), new Attempt());

    assertThat(at("/run")).isEmptyDirectory();
  }

  @Test
  @Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void links_in_a_circle_are_given_up() throws Exception {
    Files.createSymbolicLink(at("/a"), Path.of("/b"));
    Files.createSymbolicLink(at("/b"), Path.of("/a"));

    failsWith("UnsafePath", file("/a/x", "x"));
  }

  @Test
  void no_descriptor_is_left_open_whatever_comes() throws Exception {
    needsRoot();
    Files.createDirectories(at("/etc/deep"));
    Files.createDirectory(at("/secret"));
    Files.createSymbolicLink(at("/etc/deep/link"), at("/secret"));
    giveAway(at("/etc/deep/link"));
    Files.writeString(at("/etc/deep/file"), "");
    Files.createDirectories(at("/etc/deep/full/x"));
    List<FileSpec> specs =
        List.of(
            file("/etc/deep/link/x", "x"),
            file("/etc/deep/file/x", "x"),
            file("/etc/deep/full", "x"),
            file("/etc/deep/fine", "x"),
            file("/not/there/yet", "x"),
            ownedBy(file("/etc/deep/whose", "x"), "nobody-at-all", "root"));
    long before = openDescriptors();

    for (int i = 0; i < 50; i++) {
      for (FileSpec spec : specs) {
        try {
          reconciler.observe(target(spec, OURS), true);
          reconcile(spec, OURS);
        } catch (ReconcileFailure e) {
          assertThat(e.error().code()).isNotEmpty();
        }
      }
    }

    assertThat(openDescriptors()).isLessThan(before + 20);
  }
}
