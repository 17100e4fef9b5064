package io.harmonyagent.reconcilers.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.engine.Outcome;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.OnDelete;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.reconcile.Attempt;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OnDeleteTest extends LedgerDevice {
  private static final FileSpec OURS_AT_X = adopting(file("/x", "ours"));
  private static final FileSpec RESTORING = withPolicy(OURS_AT_X, OnDelete.RESTORE);

  @Test
  void what_is_kept_stays_and_is_forgotten() throws Exception {
    want(withPolicy(file("/x", "ours"), OnDelete.KEEP));

    assertThat(unwant("/x")).isEqualTo(new Outcome.Removed());

    assertThat(at("/x")).hasContent("ours");
    assertThat(ledger.owned()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"REMOVE", "RESTORE"})
  void where_nothing_was_nothing_is_afterwards(OnDelete policy) throws Exception {
    want(withPolicy(file("/x", "ours"), policy));

    unwant("/x");

    assertThat(at("/x")).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource(OnDelete.class)
  void what_a_power_cut_left_beside_it_goes_with_it(OnDelete policy) throws Exception {
    FileSpec spec = withPolicy(file("/x", "ours"), policy);
    want(spec);
    Files.writeString(at("/" + Places.temporary(ID.value())), "half of it");
    Files.writeString(at("/.harmony-other.tmp"), "of another one, at work");

    unwant("/x");

    try (Stream<Path> left = Files.list(at("/"))) {
      assertThat(left.map(Path::getFileName).map(Path::toString).filter(n -> n.contains("harmony")))
          .containsExactly(".harmony-other.tmp");
    }
  }

  @Test
  void what_a_power_cut_left_beside_a_text_of_another_kind_goes_with_it() throws Exception {
    DeviceFiles files = new DeviceFiles(new DeviceRoot(at("/")), FileStat.byJava());
    ResourceId unit = new ResourceId("unit");
    Files.writeString(at("/.harmony-unit.tmp"), "half of it");

    files.delete(unit, "/web.service", new Attempt());

    assertThat(at("/.harmony-unit.tmp")).doesNotExist();
  }

  @Test
  void a_file_comes_back_with_its_bytes_mode_and_owner() throws Exception {
    needsRoot();
    byte[] theirs = {0, -1, 7, 13, 10};
    Files.write(at("/x"), theirs);
    giveAway(at("/x"));
    Files.setAttribute(at("/x"), "unix:mode", 04751);

    isChanged(want(RESTORING), "content, mode 4751 instead of 0644");
    assertThat(at("/x")).hasContent("ours");
    start();
    unwant("/x");

    assertThat(Files.readAllBytes(at("/x"))).isEqualTo(theirs);
    assertThat((int) Files.getAttribute(at("/x"), "unix:mode") & 07777).isEqualTo(04751);
    assertThat(Files.getAttribute(at("/x"), "unix:uid")).isEqualTo(SOMEBODY);
    assertThat(Files.getAttribute(at("/x"), "unix:gid")).isEqualTo(SOMEBODY);
    assertThat(state().resolve("saved")).isEmptyDirectory();
  }

  @Test
  void a_link_comes_back_as_a_link() throws Exception {
    Files.createSymbolicLink(at("/x"), Path.of("../their/target"));

    want(RESTORING);
    assertThat(Files.isRegularFile(at("/x"), LinkOption.NOFOLLOW_LINKS)).isTrue();
    unwant("/x");

    assertThat(Files.readSymbolicLink(at("/x"))).hasToString("../their/target");
  }

  @Test
  void an_empty_directory_comes_back_with_its_mode() throws Exception {
    Files.createDirectory(at("/x"));
    Files.setAttribute(at("/x"), "unix:mode", 01770);

    want(RESTORING);
    unwant("/x");

    assertThat(at("/x")).isEmptyDirectory();
    assertThat((int) Files.getAttribute(at("/x"), "unix:mode") & 07777).isEqualTo(01770);
  }

  @Test
  void a_directory_that_was_taken_over_gets_its_mode_back_and_keeps_what_is_in_it()
      throws Exception {
    Files.createDirectory(at("/x"));
    Files.setAttribute(at("/x"), "unix:mode", 0700);
    Files.writeString(at("/x/precious"), "precious");

    want(withPolicy(adopting(directory("/x")), OnDelete.RESTORE));
    assertThat(modeOf(at("/x"))).isEqualTo("rwxr-xr-x");
    unwant("/x");

    assertThat(modeOf(at("/x"))).isEqualTo("rwx------");
    assertThat(at("/x/precious")).hasContent("precious");
  }

  @Test
  void what_comes_back_is_what_was_there_first() throws Exception {
    Files.writeString(at("/x"), "theirs");
    want(RESTORING);
    Files.writeString(at("/x"), "tampered");
    want(RESTORING);
    want(withPolicy(adopting(file("/x", "newer")), OnDelete.RESTORE));

    unwant("/x");

    assertThat(at("/x")).hasContent("theirs");
  }

  @Test
  void what_is_too_large_to_be_kept_is_not_touched() throws Exception {
    try (RandomAccessFile large = new RandomAccessFile(at("/x").toFile(), "rw")) {
      large.setLength(TakenOver.LIMIT_BYTES + 1);
    }

    assertThat(failsWith(want(RESTORING), "TooLargeToRestore")).contains("/x", "16777216");

    assertThat(Files.size(at("/x"))).isEqualTo(TakenOver.LIMIT_BYTES + 1);
    assertThat(ledger.owned()).isEmpty();
  }

  @Test
  void what_cannot_be_kept_is_not_touched() throws Exception {
    make("pipe", at("/x"));

    assertThat(failsWith(want(RESTORING), "CannotRestore")).contains("pipe");

    assertThat(Files.isRegularFile(at("/x"), LinkOption.NOFOLLOW_LINKS)).isFalse();
  }

  @Test
  void a_changed_policy_is_remembered_and_the_file_not_touched() throws Exception {
    want(file("/x", "ours"));
    Object inode = inodeOf("/x");

    isChanged(want(withPolicy(file("/x", "ours"), OnDelete.KEEP)), "on_delete");
    isInPlace(want(withPolicy(file("/x", "ours"), OnDelete.KEEP)));

    assertThat(inodeOf("/x")).isEqualTo(inode);
    start();
    unwant("/x");
    assertThat(at("/x")).hasContent("ours");
  }

  @Test
  void a_policy_may_change_together_with_the_content() throws Exception {
    want(file("/x", "ours"));

    isChanged(want(withPolicy(file("/x", "new"), OnDelete.KEEP)), "content, on_delete");
    unwant("/x");

    assertThat(at("/x")).hasContent("new");
  }

  @Test
  void what_was_there_first_survives_a_change_of_policy_and_back() throws Exception {
    Files.writeString(at("/x"), "theirs");
    want(RESTORING);
    want(OURS_AT_X);
    want(RESTORING);

    unwant("/x");

    assertThat(at("/x")).hasContent("theirs");
  }

  @Test
  void our_own_file_is_not_taken_for_what_was_there_before() throws Exception {
    want(file("/x", "old of ours"));
    want(RESTORING);

    unwant("/x");

    assertThat(at("/x")).doesNotExist();
  }

  @Test
  void a_policy_for_a_file_that_is_not_ours_changes_nothing() throws Exception {
    Files.writeString(at("/x"), "ours");
    Files.setAttribute(at("/x"), "unix:mode", 0644);

    isInPlace(want(RESTORING));

    assertThat(ledger.owned()).isEmpty();
  }

  @Test
  void a_crash_right_after_the_copy_loses_nothing() throws Exception {
    Files.writeString(at("/x"), "theirs");
    Attempt cutOff = new Attempt();
    cutOff.abandon();
    want(RESTORING, cutOff);
    assertThat(at("/x")).hasContent("theirs");

    start();
    want(RESTORING);
    unwant("/x");

    assertThat(at("/x")).hasContent("theirs");
  }

  @Test
  void a_crash_right_after_it_came_back_does_not_take_it_away_again() throws Exception {
    Files.writeString(at("/x"), "theirs");
    want(RESTORING);
    removeCopies();
    Files.writeString(at("/x"), "theirs, put back before the crash");

    assertThat(unwant("/x")).isEqualTo(new Outcome.Removed());

    assertThat(at("/x")).hasContent("theirs, put back before the crash");
  }

  private void removeCopies() throws IOException {
    try (var copies = Files.list(state().resolve("saved"))) {
      for (Path copy : copies.toList()) {
        Files.delete(copy);
      }
    }
  }
}
