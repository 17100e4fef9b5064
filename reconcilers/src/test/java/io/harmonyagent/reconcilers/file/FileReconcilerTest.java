package io.harmonyagent.reconcilers.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.harmonyagent.core.engine.OwnedThing;
import io.harmonyagent.core.engine.Ownership;
import io.harmonyagent.core.manifest.FileContent;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.manifest.Sha256;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.Decision;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.core.reconcile.Target;
import io.harmonyagent.core.status.ResourceDetails;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileReconcilerTest {
  private static final ResourceId ID = new ResourceId("web-config");
  private static final int SOMEBODY = 12345;
  private static final boolean OURS = true;
  private static final boolean NOT_OURS = false;

  @TempDir private Path temporary;
  private Path root;
  private FileReconciler reconciler;

  @BeforeEach
  void boot() throws IOException {
    root = Files.createDirectory(temporary.resolve("device"));
    reconciler = agent();
  }

  /** What would lead out of the temporary directory goes before that is cleaned up. */
  @AfterEach
  void removeLinks() throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      for (Path link : all.filter(Files::isSymbolicLink).toList()) {
        Files.delete(link);
      }
    }
  }

  /** The reconciler as it is after a start of the agent, when it remembers nothing. */
  private FileReconciler agent() {
    return new FileReconciler(
        new DeviceRoot(root), new FileEvents(Optional.empty()), FileStat.byJava());
  }

  @Nested
  class Creating {
    @Test
    void a_missing_file_is_made_with_its_parents() throws Exception {
      Decision decision = reconcile(file("/etc/web/conf.d/x.conf", "listen 8080;\n"), NOT_OURS);

      assertThat(decision).isEqualTo(new Decision.Create());
      assertThat(at("/etc/web/conf.d/x.conf")).hasContent("listen 8080;\n");
      assertThat(modeOf(at("/etc/web/conf.d/x.conf"))).isEqualTo("rw-r--r--");
      assertThat(modeOf(at("/etc/web/conf.d"))).isEqualTo("rwxr-xr-x");
    }

    @Test
    void nothing_else_is_left_beside_it() throws Exception {
      reconcile(file("/etc/x", "x"), NOT_OURS);

      assertThat(at("/etc").toFile().list()).containsExactly("x");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 0400, 0600, 0644, 0755, 0777})
    void it_has_exactly_the_mode_that_is_wanted(int mode) throws Exception {
      if ((mode & 0400) == 0) {
        needsRoot();
      }

      reconcile(withMode(file("/x", "x"), mode), NOT_OURS);

      assertThat(Modes.toBits(Files.getPosixFilePermissions(at("/x")))).isEqualTo(mode);
    }

    @Test
    void it_belongs_to_whom_it_should() throws Exception {
      needsRoot();

      reconcile(ownedBy(file("/x", "x"), "12345", "54321"), NOT_OURS);

      assertThat(Files.getAttribute(at("/x"), "unix:uid")).isEqualTo(12345);
      assertThat(Files.getAttribute(at("/x"), "unix:gid")).isEqualTo(54321);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ä€😀\n", "no line break", "\n"})
    void it_holds_exactly_its_content(String content) throws Exception {
      reconcile(file("/x", content), NOT_OURS);

      assertThat(Files.readAllBytes(at("/x"))).isEqualTo(content.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void a_name_may_have_any_letters() throws Exception {
      // The native binary always speaks UTF-8; a JVM only where the locale does.
      assumeTrue("UTF-8".equals(System.getProperty("sun.jnu.encoding")));

      reconcile(file("/with space/ä-€/'quoted' \"x\"\n", "x"), NOT_OURS);

      assertThat(at("/with space/ä-€/'quoted' \"x\"\n")).hasContent("x");
    }

    @Test
    void a_mebibyte_is_no_problem() throws Exception {
      String large = "0123456789abcdef".repeat(64 * 1024);

      reconcile(file("/large", large), NOT_OURS);

      assertThat(Files.readString(at("/large"))).isEqualTo(large);
    }

    @Test
    void many_at_once_may_need_the_same_new_directory() throws Exception {
      List<Future<Decision>> done = new ArrayList<>();
      try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
        for (int i = 0; i < 64; i++) {
          FileSpec spec = file("/new" + i / 16 + "/deep/er/f" + i, "x");
          ResourceId id = new ResourceId("f" + i);
          done.add(threads.submit(() -> reconcile(id, spec, NOT_OURS)));
        }
      }

      for (Future<Decision> each : done) {
        assertThat(each.get()).isEqualTo(new Decision.Create());
      }
    }

    @Test
    void what_a_crash_left_beside_it_is_used_up() throws Exception {
      Files.createDirectories(at("/etc"));
      Files.writeString(at("/etc/.harmony-web-config.tmp"), "half of the conte");

      reconcile(file("/etc/x", "content"), NOT_OURS);

      assertThat(at("/etc").toFile().list()).containsExactly("x");
      assertThat(at("/etc/x")).hasContent("content");
    }

    @Test
    void the_details_say_where_it_is_and_what_it_holds() throws Exception {
      FileSpec spec = file("/x", "abc");
      reconcile(spec, NOT_OURS);

      assertThat(reconciler.details(target(spec, OURS), new FileObservation.Unchanged()))
          .isEqualTo(
              new ResourceDetails.FileDetails(
                  "/x", Sha256.hex("abc".getBytes(StandardCharsets.UTF_8)), 3));
    }

    @Test
    void a_file_where_a_directory_should_be_is_told() throws Exception {
      Files.writeString(at("/etc"), "a file");

      failsWith("NotADirectory", file("/etc/x", "x"));
    }
  }

  @Nested
  class Repairing {
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
              FileObservation.Regular.class, seen -> assertThat(seen.sameContent()).isTrue());
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
                  reconciler.apply(
                      target(spec, OURS), seen, new Decision.Update("mode"), abandoned));
      assertThat(modeOf(at("/etc/x"))).isEqualTo("rw-------");
    }
  }

  @Nested
  class Remembering {
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
          .isInstanceOf(FileObservation.Regular.class);
      assertThat(reconciler.observe(target(spec, OURS), false))
          .isInstanceOf(FileObservation.Regular.class);
    }

    @Test
    void a_thorough_look_reads_it_all_the_same() throws Exception {
      assertThat(reconciler.observe(target(spec, OURS), true))
          .isInstanceOf(FileObservation.Regular.class);
    }

    @Test
    void a_new_agent_reads_it() throws Exception {
      assertThat(agent().observe(target(spec, OURS), false))
          .isInstanceOf(FileObservation.Regular.class);
    }

    @Test
    void another_spec_is_compared_anew() throws Exception {
      assertThat(reconciler.observe(target(file("/x", "CONTENT"), OURS), false))
          .isInstanceOfSatisfying(
              FileObservation.Regular.class, seen -> assertThat(seen.sameContent()).isFalse());
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
          .isInstanceOf(FileObservation.Regular.class);
    }
  }

  @Nested
  class WhatIsThereAlready {
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

  @Nested
  class Links {
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

  @Nested
  class Deleting {
    @Test
    void what_is_ours_goes_and_its_directory_stays() throws Exception {
      reconcile(file("/etc/x", "x"), NOT_OURS);

      reconciler.delete(made("/etc/x"), new Attempt());

      assertThat(at("/etc")).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/gone", "/no/such/directory"})
    void what_is_gone_already_is_a_success(String path) throws Exception {
      reconciler.delete(made(path), new Attempt());

      assertThat(at(path)).doesNotExist();
    }

    @Test
    void a_link_in_its_place_goes_and_what_it_points_at_stays() throws Exception {
      Files.writeString(at("/target"), "precious");
      Files.createSymbolicLink(at("/x"), at("/target"));

      reconciler.delete(made("/x"), new Attempt());

      assertThat(Files.exists(at("/x"), LinkOption.NOFOLLOW_LINKS)).isFalse();
      assertThat(at("/target")).hasContent("precious");
    }

    @Test
    void an_abandoned_attempt_deletes_nothing() throws Exception {
      reconcile(file("/x", "x"), NOT_OURS);
      Attempt abandoned = new Attempt();
      abandoned.abandon();

      assertThatExceptionOfType(ReconcileFailure.class)
          .isThrownBy(() -> reconciler.delete(made("/x"), abandoned));
      assertThat(at("/x")).hasContent("x");
    }

    @Test
    void it_is_made_again_when_it_is_wanted_again() throws Exception {
      FileSpec spec = file("/x", "x");
      reconcile(spec, NOT_OURS);
      reconciler.delete(made("/x"), new Attempt());

      assertThat(reconcile(spec, NOT_OURS)).isEqualTo(new Decision.Create());
    }
  }

  @Nested
  class Trouble {
    @Test
    void an_owner_that_the_device_does_not_have_is_named() throws Exception {
      ReconcileFailure failure =
          failsWith("UnknownPrincipal", ownedBy(file("/x", "x"), "nobody-at-all", "root"));

      assertThat(failure.error().message()).contains("nobody-at-all");
      assertThat(at("/x")).doesNotExist();
    }

    @Test
    void a_group_that_the_device_does_not_have_is_named() throws Exception {
      ReconcileFailure failure =
          failsWith("UnknownPrincipal", ownedBy(file("/x", "x"), "root", "no-such-group"));

      assertThat(failure.error().message()).contains("no-such-group");
    }

    @Test
    void a_full_disk_is_called_by_its_name_and_the_old_file_stays() throws Exception {
      Path device = Path.of("/dev/full");
      assumeTrue(Files.exists(device));

      assertThat(FileFailures.of("writing /x", fullDisk(device)).error().code())
          .isEqualTo("DiskFull");
    }

    private IOException fullDisk(Path device) {
      try (var channel = Files.newByteChannel(device, StandardOpenOption.WRITE)) {
        channel.write(ByteBuffer.wrap(new byte[1]));
        throw new AssertionError("/dev/full took a byte");
      } catch (IOException e) {
        return e;
      }
    }
  }

  private static void make(String type, Path path) throws Exception {
    switch (type) {
      case "directory" -> Files.createDirectory(path);
      case "link" ->
          Files.createSymbolicLink(path, Files.createTempFile(path.getParent(), "t", ""));
      case "dangling" -> Files.createSymbolicLink(path, Path.of("/nowhere/at/all"));
      case "pipe" -> run("mkfifo", path.toString());
      case "device" -> {
        needsRoot();
        run("mknod", path.toString(), "c", "5", "0");
      }
      default -> throw new IllegalArgumentException(type);
    }
  }

  private static void run(String... command) throws Exception {
    int status = new ProcessBuilder(command).start().waitFor();
    assumeTrue(status == 0, String.join(" ", command) + " is not possible here");
  }

  private static void needsRoot() {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root can give files away");
  }

  private static void giveAway(Path path) throws IOException {
    Files.setAttribute(path, "unix:uid", SOMEBODY, LinkOption.NOFOLLOW_LINKS);
    Files.setAttribute(path, "unix:gid", SOMEBODY, LinkOption.NOFOLLOW_LINKS);
  }

  private static long openDescriptors() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    }
  }

  private Path at(String path) {
    return root.resolve(path.substring(1));
  }

  private Object inodeOf(String path) throws IOException {
    return Files.getAttribute(at(path), "unix:ino");
  }

  private static String modeOf(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static Target<FileSpec> target(FileSpec spec, boolean owned) {
    return new Target<>(ID, spec, "", owned, "", Optional.empty());
  }

  private static Ownership made(String path) {
    return Ownership.of(new OwnedThing("File", path), ID);
  }

  private Decision decide(FileSpec spec, boolean owned) throws ReconcileFailure {
    Target<FileSpec> target = target(spec, owned);
    return reconciler.decide(target, reconciler.observe(target, false));
  }

  private Decision reconcile(FileSpec spec, boolean owned) throws ReconcileFailure {
    return reconcile(ID, spec, owned);
  }

  /** Observes, decides and does what was decided; returns the decision. */
  private Decision reconcile(ResourceId id, FileSpec spec, boolean owned) throws ReconcileFailure {
    Target<FileSpec> target = new Target<>(id, spec, "", owned, "", Optional.empty());
    FileObservation observed = reconciler.observe(target, false);
    Decision decision = reconciler.decide(target, observed);
    if (decision instanceof Decision.Create || decision instanceof Decision.Update) {
      reconciler.apply(target, observed, decision, new Attempt());
    }
    return decision;
  }

  private ReconcileFailure failsWith(String code, FileSpec spec) {
    try {
      reconcile(spec, OURS);
    } catch (ReconcileFailure e) {
      assertThat(e.error().code()).as(e.getMessage()).isEqualTo(code);
      return e;
    }
    throw new AssertionError("expected " + code);
  }

  private static FileSpec file(String path, String content) {
    return new FileSpec(
        path, 0644, Optional.empty(), Optional.empty(), FileContent.inline(content), false);
  }

  private static FileSpec withMode(FileSpec spec, int mode) {
    return new FileSpec(
        spec.path(), mode, spec.owner(), spec.group(), spec.content(), spec.adopt());
  }

  private static FileSpec ownedBy(FileSpec spec, String owner, String group) {
    return new FileSpec(
        spec.path(),
        spec.mode(),
        Optional.of(owner),
        Optional.of(group),
        spec.content(),
        spec.adopt());
  }

  private static FileSpec adopting(FileSpec spec) {
    return new FileSpec(spec.path(), spec.mode(), spec.owner(), spec.group(), spec.content(), true);
  }

  /** A file is trusted once its last change is older than a tick of the kernel's clock. */
  private void awaitUnchanged(FileSpec spec) throws Exception {
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (!reconciler.observe(target(spec, OURS), false).equals(new FileObservation.Unchanged())) {
      assertThat(System.nanoTime()).as("it is trusted in time").isLessThan(deadline);
      Thread.onSpinWait();
    }
  }
}
