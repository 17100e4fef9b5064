package io.harmonyagent.core.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppendLogTest {
  private static final List<String> LINES = List.of("one", "zwei €", "{\"three\":3}", "four");

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("x.log");
  }

  @Test
  void a_log_that_is_not_there_is_empty() throws IOException {
    assertThat(new AppendLog(file).read()).isEmpty();
  }

  @Test
  void lines_are_read_back_in_order() throws IOException {
    write(LINES);

    assertThat(new AppendLog(file).read()).isEqualTo(LINES);
  }

  @Test
  void a_write_torn_at_any_byte_loses_only_what_was_not_whole() throws IOException {
    write(LINES);
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length <= whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      AppendLog log = new AppendLog(file);

      List<String> survivors = log.read();
      log.append("after");

      int wholeLines = 0;
      for (int i = 0; i < length; i++) {
        wholeLines += whole[i] == '\n' ? 1 : 0;
      }
      assertThat(survivors).as("cut at %d", length).isEqualTo(LINES.subList(0, wholeLines));
      List<String> expected = new ArrayList<>(survivors);
      expected.add("after");
      assertThat(new AppendLog(file).read()).as("reopened, cut at %d", length).isEqualTo(expected);
    }
  }

  @Test
  void a_block_that_the_card_forgot_loses_only_its_own_lines() throws IOException {
    write(LINES);
    byte[] whole = Files.readAllBytes(file);
    for (int from = 0; from < whole.length; from++) {
      byte[] zeroed = whole.clone();
      Arrays.fill(zeroed, from, whole.length, (byte) 0);
      Files.write(file, zeroed);
      AppendLog log = new AppendLog(file);

      List<String> survivors = log.read();
      log.append("after");

      assertThat(LINES.subList(0, survivors.size())).isEqualTo(survivors);
      assertThat(new AppendLog(file).read()).hasSize(survivors.size() + 1).endsWith("after");
    }
  }

  @Test
  void a_flipped_bit_never_makes_up_a_line() throws IOException {
    write(LINES);
    byte[] whole = Files.readAllBytes(file);
    for (int bit = 0; bit < whole.length * 8; bit++) {
      byte[] flipped = whole.clone();
      flipped[bit / 8] ^= (byte) (1 << (bit % 8));
      Files.write(file, flipped);

      List<String> survivors = new AppendLog(file).read();

      assertThat(LINES).as("bit %d", bit).containsAll(survivors);
      assertThat(survivors).as("bit %d", bit).hasSizeBetween(LINES.size() - 2, LINES.size() - 1);
    }
  }

  @Test
  void rubbish_is_an_empty_log_that_can_be_added_to() throws IOException {
    byte[] rubbish = new byte[4096];
    new SplittableRandom(1).nextBytes(rubbish);
    Files.write(file, rubbish);
    AppendLog log = new AppendLog(file);

    assertThat(log.read()).isEmpty();
    log.append("after");

    assertThat(new AppendLog(file).read()).containsExactly("after");
  }

  @Test
  void lines_of_many_threads_are_all_there_when_append_returned() throws Exception {
    AppendLog log = new AppendLog(file);
    log.read();
    List<String> expected = new ArrayList<>();
    List<Future<?>> done = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 500; i++) {
        String line = "line " + i;
        expected.add(line);
        done.add(
            threads.submit(
                () -> {
                  log.append(line);
                  return null;
                }));
      }
    }
    for (Future<?> each : done) {
      each.get();
    }

    assertThat(new AppendLog(file).read()).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void a_failure_is_told_and_the_next_line_is_fine() throws IOException {
    AppendLog log = new AppendLog(file);
    log.append("before");
    Files.move(file, directory.resolve("aside"));
    Files.createDirectory(file);

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> log.append("lost"))
        .withMessageContaining(file.toString());
    Files.delete(file);
    Files.move(directory.resolve("aside"), file);
    log.append("after");

    assertThat(new AppendLog(file).read()).containsExactly("before", "after");
  }

  @Test
  void what_a_failed_write_left_behind_goes_though_it_looks_whole() throws IOException {
    AppendLog log = new AppendLog(file);
    log.append("before");
    AppendLog failing = new AppendLog(file);
    failing.read();
    failing.append("lost1");
    failing.append("lost2");

    log.append("after");

    assertThat(new AppendLog(file).read()).containsExactly("before", "after");
  }

  @Test
  void one_that_was_interrupted_does_not_fail_the_others() throws IOException {
    AppendLog log = new AppendLog(file);
    Thread.currentThread().interrupt();

    log.append("line");

    assertThat(Thread.interrupted()).as("still interrupted").isTrue();
    assertThat(new AppendLog(file).read()).containsExactly("line");
  }

  @Test
  void a_rewrite_leaves_just_the_given_lines() throws IOException {
    write(LINES);
    AppendLog log = new AppendLog(file);
    log.read();

    log.rewrite(List.of("two"));
    log.append("more");

    assertThat(new AppendLog(file).read()).containsExactly("two", "more");
  }

  @Test
  void a_line_break_in_a_line_is_refused() {
    AppendLog log = new AppendLog(file);

    assertThatIllegalArgumentException().isThrownBy(() -> log.append("a\nb"));
  }

  private void write(List<String> lines) throws IOException {
    AppendLog log = new AppendLog(file);
    for (String line : lines) {
      log.append(line);
    }
  }
}
