package io.harmonyagent.reconcilers.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.engine.Outcome;
import io.harmonyagent.core.manifest.FileContent;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.OnDelete;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.status.ResourceDetails;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FetchedFilesTest extends LedgerDevice {
  private static final int CHUNKS = 10;
  private final byte[] bytes = random(CHUNKS * ArtifactShelf.CHUNK_BYTES - 17);
  private final FileContent.Artifact artifact = shelf.put(bytes);
  private final FileSpec spec = file("/opt/app", artifact);

  @Test
  void it_holds_what_was_fetched_and_nothing_else_is_left() throws Exception {
    isChanged(want(withMode(spec, 0755)), "was missing");

    assertThat(Files.readAllBytes(at("/opt/app"))).isEqualTo(bytes);
    assertThat(modeOf(at("/opt/app"))).isEqualTo("rwxr-xr-x");
    assertThat(at("/opt").toFile().list()).containsExactly("app");
    assertThat(shelf.fetched()).isEqualTo(CHUNKS);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 999, 1000, 1001, 2000})
  void it_may_have_any_size(int size) throws Exception {
    byte[] some = random(size);

    isChanged(want(file("/some", shelf.put(some))), "was missing");

    assertThat(Files.readAllBytes(at("/some"))).isEqualTo(some);
  }

  @Test
  void what_is_in_place_is_not_fetched_again() throws Exception {
    want(spec);

    isInPlace(want(spec));
    start();
    isInPlace(want(spec));

    assertThat(shelf.fetched()).isEqualTo(CHUNKS);
  }

  @Test
  void its_details_are_those_of_the_manifest() {
    assertThat(((Outcome.Changed) want(spec)).details())
        .isEqualTo(new ResourceDetails.FileDetails("/opt/app", artifact.sha256(), artifact.size()));
  }

  @Test
  void a_change_that_keeps_size_and_time_is_found() throws Exception {
    want(spec);
    FileTime time = Files.getLastModifiedTime(at("/opt/app"));
    byte[] tampered = bytes.clone();
    tampered[5000] ^= 1;
    Files.write(at("/opt/app"), tampered, StandardOpenOption.WRITE);
    Files.setLastModifiedTime(at("/opt/app"), time);

    isChanged(want(spec), "content");

    assertThat(Files.readAllBytes(at("/opt/app"))).isEqualTo(bytes);
  }

  @Test
  void only_a_mode_that_differs_is_put_right_without_fetching() throws Exception {
    want(spec);

    isChanged(want(withMode(spec, 0600)), "mode 0644 instead of 0600");

    assertThat(shelf.fetched()).isEqualTo(CHUNKS);
  }

  @Test
  void a_broken_line_blocks_and_the_next_try_goes_on_where_it_broke() throws Exception {
    shelf.breaksAfter(4);
    assertThat(want(spec))
        .isEqualTo(new Outcome.NotAvailable("artifact store not available (broken)"));
    assertThat(at("/opt").toFile().list()).containsExactly(".harmony-web-config.part");
    shelf.works();

    isChanged(want(spec), "was missing");

    assertThat(shelf.fetched()).isEqualTo(CHUNKS);
    assertThat(Files.readAllBytes(at("/opt/app"))).isEqualTo(bytes);
  }

  @Test
  void a_new_agent_goes_on_too_at_the_last_whole_chunk() throws Exception {
    shelf.breaksAfter(4);
    want(spec);
    shelf.works();
    Path part = at("/opt/.harmony-web-config.part");
    Files.write(part, Arrays.copyOfRange(bytes, 4000, 4321), StandardOpenOption.APPEND);
    start();

    want(spec);

    assertThat(shelf.fetched()).isEqualTo(CHUNKS);
    assertThat(Files.readAllBytes(at("/opt/app"))).isEqualTo(bytes);
  }

  @Test
  void a_part_that_a_power_cut_has_spoilt_is_thrown_away() throws Exception {
    shelf.breaksAfter(4);
    want(spec);
    shelf.works();
    Files.write(at("/opt/.harmony-web-config.part"), new byte[3000], StandardOpenOption.WRITE);
    start();

    isChanged(want(spec), "was missing");

    assertThat(Files.readAllBytes(at("/opt/app"))).isEqualTo(bytes);
    assertThat(shelf.fetched()).isEqualTo(4 + 6 + CHUNKS);
  }

  @Test
  void a_part_that_was_whole_is_not_fetched_again() throws Exception {
    shelf.breaksAfter(4);
    want(spec);
    shelf.works();
    Files.write(at("/opt/.harmony-web-config.part"), bytes);

    isChanged(want(spec), "was missing");

    assertThat(shelf.fetched()).isEqualTo(4);
  }

  @Test
  void where_the_store_cannot_find_the_middle_all_is_fetched() throws Exception {
    shelf.breaksAfter(4);
    want(spec);
    shelf.works();
    shelf.cannotSeek();

    isChanged(want(spec), "was missing");

    assertThat(shelf.fetched()).isEqualTo(4 + CHUNKS);
    assertThat(Files.readAllBytes(at("/opt/app"))).isEqualTo(bytes);
  }

  @Test
  void the_part_of_another_artifact_is_not_gone_on_with() throws Exception {
    shelf.breaksAfter(4);
    want(spec);
    shelf.works();
    byte[] others = random(CHUNKS * ArtifactShelf.CHUNK_BYTES);

    want(file("/opt/app", shelf.put(others)));

    assertThat(Files.readAllBytes(at("/opt/app"))).isEqualTo(others);
    assertThat(shelf.fetched()).isEqualTo(4 + CHUNKS);
  }

  @Test
  void a_part_that_nobody_knows_anything_of_is_not_gone_on_with() throws Exception {
    Files.createDirectory(at("/opt"));
    Path part = Files.write(at("/opt/.harmony-web-config.part"), new byte[4000]);
    Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rw-------"));

    want(spec);

    assertThat(shelf.fetched()).isEqualTo(CHUNKS);
  }

  @Test
  void a_part_that_somebody_else_could_write_to_is_not_trusted() throws Exception {
    shelf.breaksAfter(4);
    want(spec);
    shelf.works();
    Path part = at("/opt/.harmony-web-config.part");
    Path victim = at("/victim");
    Files.move(part, victim);
    Files.createLink(part, victim);

    want(spec);

    assertThat(Files.size(victim)).isEqualTo(4000);
    assertThat(Files.readAllBytes(at("/opt/app"))).isEqualTo(bytes);
  }

  @Test
  void an_artifact_that_is_not_there_is_named() {
    String missing = "ab".repeat(32);

    String message =
        failsWith(want(file("/opt/app", new FileContent.Artifact(missing, 1))), "ArtifactMissing");

    assertThat(message).contains(missing, "harmonyctl artifact put");
    assertThat(at("/opt")).doesNotExist();
  }

  @Test
  void another_size_is_told_before_anything_is_fetched() {
    FileContent.Artifact larger = new FileContent.Artifact(artifact.sha256(), artifact.size() + 1);

    assertThat(failsWith(want(file("/opt/app", larger)), "ArtifactMismatch"))
        .contains("9983", "9984");
    assertThat(shelf.fetched()).isZero();
  }

  @Test
  void a_disk_that_is_too_small_is_told_before_anything_is_fetched() {
    String sha256 = "cd".repeat(32);
    shelf.pretend(sha256, Long.MAX_VALUE / 2);

    failsWith(
        want(file("/opt/app", new FileContent.Artifact(sha256, Long.MAX_VALUE / 2))), "DiskFull");

    assertThat(shelf.fetched()).isZero();
    assertThat(at("/opt")).isEmptyDirectory();
  }

  @Test
  void other_bytes_than_the_name_says_are_refused_and_fetched_once() throws Exception {
    shelf.put(artifact.sha256(), random(bytes.length));

    failsWith(want(spec), "ArtifactCorrupt");
    failsWith(want(spec), "ArtifactCorrupt");

    assertThat(shelf.fetched()).isEqualTo(CHUNKS);
    assertThat(at("/opt")).isEmptyDirectory();
  }

  @Test
  void a_new_upload_of_a_corrupt_one_is_tried() throws Exception {
    shelf.put(artifact.sha256(), random(bytes.length));
    want(spec);
    shelf.put(artifact.sha256(), bytes);

    isChanged(want(spec), "was missing");
  }

  @Test
  void the_old_file_stays_until_the_new_one_is_whole() throws Exception {
    want(file("/opt/app", "old"));
    shelf.breaksAfter(4);
    want(spec);

    assertThat(at("/opt/app")).hasContent("old");
  }

  @Test
  void an_abandoned_attempt_stops_and_leaves_its_part() throws Exception {
    Attempt attempt = new Attempt();
    shelf.afterEachChunk(
        () -> {
          if (shelf.fetched() == 3) {
            attempt.abandon();
          }
        });

    failsWith(want(spec, attempt), "Abandoned");

    assertThat(shelf.fetched()).isEqualTo(3);
    assertThat(Files.size(at("/opt/.harmony-web-config.part"))).isEqualTo(2000);
  }

  @Test
  void what_was_fetched_goes_with_the_resource() throws Exception {
    shelf.breaksAfter(4);
    want(withPolicy(spec, OnDelete.KEEP));

    assertThat(unwant("/opt/app")).isEqualTo(new Outcome.Removed());

    assertThat(at("/opt")).isEmptyDirectory();
  }

  @Test
  void a_policy_is_kept_through_a_download() throws Exception {
    Files.createDirectory(at("/opt"));
    Files.writeString(at("/opt/app"), "theirs");
    want(withPolicy(adopting(spec), OnDelete.RESTORE));
    assertThat(Files.readAllBytes(at("/opt/app"))).isEqualTo(bytes);

    unwant("/opt/app");

    assertThat(at("/opt/app")).hasContent("theirs");
  }

  @Test
  void a_third_download_waits_for_its_turn() throws Exception {
    boolean[] inside = new boolean[1];
    shelf.afterEachChunk(
        () -> {
          if (!inside[0]) {
            inside[0] = true;
            String waits = third();
            assertThat(waits).contains("waits for its turn");
          }
        });

    isChanged(want(spec), "was missing");
  }

  /** While one is under way, a second starts, and from inside of that a third. */
  private String third() {
    shelf.afterEachChunk(() -> {});
    byte[] second = random(10);
    byte[] third = random(20);
    String[] answer = new String[1];
    shelf.afterEachChunk(
        () -> {
          shelf.afterEachChunk(() -> {});
          answer[0] = want(file("/third", shelf.put(third))).toString();
        });
    want(file("/second", shelf.put(second)));
    return answer[0];
  }

  private static byte[] random(int size) {
    byte[] some = new byte[size];
    new Random(System.nanoTime()).nextBytes(some);
    return some;
  }
}
