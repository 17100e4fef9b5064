package io.harmonyagent.reconcilers.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Java tells must be what the system's own {@code stat} program tells. */
class FileStatTest {
  @TempDir private Path directory;
  private final FileStat stat = FileStat.byJava();

  @Test
  void generated_files_are_what_the_system_says_they_are() throws Exception {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 30; i++) {
      Path file = Files.write(directory.resolve("file-" + i), new byte[random.nextInt(100_000)]);
      Files.setPosixFilePermissions(file, Modes.toSet(0400 | random.nextInt(01000)));
      Files.setLastModifiedTime(
          file,
          FileTime.from(Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000))));

      assertSameAsTheSystem(file);
    }
  }

  @Test
  void a_directory_is_one() throws Exception {
    assertSameAsTheSystem(directory);
  }

  @Test
  void a_link_is_not_followed() throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "x");
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);

    assertSameAsTheSystem(link);
    assertThat(stat.of(link)).isNotEqualTo(stat.of(file));
  }

  @Test
  void a_name_may_have_any_letters() throws Exception {
    // The native binary always speaks UTF-8; a JVM only where the locale does.
    assumeTrue("UTF-8".equals(System.getProperty("sun.jnu.encoding")));

    assertSameAsTheSystem(Files.createFile(directory.resolve("ä-€-😀 'quoted' \"x\"\n")));
  }

  @Test
  void special_bits_of_the_mode_are_seen() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    Files.setAttribute(file, "unix:mode", 04755);

    assertThat(stat.of(file).orElseThrow().permissions()).isEqualTo(04755);
  }

  @Test
  void a_missing_file_is_nothing() throws IOException {
    assertThat(stat.of(directory.resolve("missing"))).isEmpty();
    assertThat(stat.of(directory.resolve("missing/further"))).isEmpty();
  }

  @Test
  void what_cannot_be_looked_at_is_a_failure_and_not_nothing() {
    Path tooLong = directory.resolve("x".repeat(300));

    assertThatExceptionOfType(IOException.class).isThrownBy(() -> stat.of(tooLong));
  }

  @Test
  void any_change_makes_another_identity() throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "x");
    FileIdentity before = stat.of(file).orElseThrow();
    assertThat(stat.of(file)).contains(before).hasValueSatisfying(FileStatTest::hashesAlike);

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));

    assertThat(stat.of(file).orElseThrow()).isNotEqualTo(before);
  }

  @Test
  void each_part_counts() {
    FileIdentity one = new FileIdentity(1, 2, 3, 4, 5, 6, 7, 8);

    assertThat(one).isEqualTo(new FileIdentity(1, 2, 3, 4, 5, 6, 7, 8));
    assertThat(one)
        .isNotEqualTo(new FileIdentity(0, 2, 3, 4, 5, 6, 7, 8))
        .isNotEqualTo(new FileIdentity(1, 0, 3, 4, 5, 6, 7, 8))
        .isNotEqualTo(new FileIdentity(1, 2, 0, 4, 5, 6, 7, 8))
        .isNotEqualTo(new FileIdentity(1, 2, 3, 0, 5, 6, 7, 8))
        .isNotEqualTo(new FileIdentity(1, 2, 3, 4, 0, 6, 7, 8))
        .isNotEqualTo(new FileIdentity(1, 2, 3, 4, 5, 0, 7, 8))
        .isNotEqualTo(new FileIdentity(1, 2, 3, 4, 5, 6, 0, 8))
        .isNotEqualTo(new FileIdentity(1, 2, 3, 4, 5, 6, 7, 0));
  }

  private static void hashesAlike(FileIdentity identity) {
    FileIdentity same =
        new FileIdentity(
            identity.device(),
            identity.inode(),
            identity.mode(),
            identity.owner(),
            identity.group(),
            identity.size(),
            identity.modifiedNanos(),
            identity.changedNanos());
    assertThat(identity).hasSameHashCodeAs(same);
  }

  private void assertSameAsTheSystem(Path path) throws Exception {
    FileIdentity found = stat.of(path).orElseThrow();
    String seen =
        "%d %d %x %d %d %d %s %s"
            .formatted(
                found.device(),
                found.inode(),
                found.mode(),
                found.owner(),
                found.group(),
                found.size(),
                seconds(found.modifiedNanos()),
                seconds(found.changedNanos()));

    assertThat(seen).isEqualTo(asTheSystemSees(path));
  }

  private static String asTheSystemSees(Path path) throws Exception {
    Process program =
        new ProcessBuilder("stat", "--format=%d %i %f %u %g %s %.9Y %.9Z", path.toString()).start();
    String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(program.waitFor()).isZero();
    return said.strip();
  }

  private static String seconds(long nanos) {
    return BigDecimal.valueOf(nanos, 9).toPlainString();
  }
}
