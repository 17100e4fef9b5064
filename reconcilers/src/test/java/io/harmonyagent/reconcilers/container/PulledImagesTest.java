package io.harmonyagent.reconcilers.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PulledImagesTest {
  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
  private static final Duration WEEK = Duration.ofDays(7);

  @TempDir Path directory;

  @Test
  void an_image_expires_when_it_was_seen_unused_for_long_enough() throws Exception {
    PulledImages images = new PulledImages(directory, WEEK);
    images.pulled("a");
    images.pulled("b");

    assertThat(images.expired(Set.of("a"), NOW)).isEmpty();
    assertThat(images.expired(Set.of("a"), NOW.plus(WEEK).minusSeconds(1))).isEmpty();
    assertThat(images.expired(Set.of("a"), NOW.plus(WEEK))).containsExactly("b");
  }

  @Test
  void one_that_is_used_again_starts_over() throws Exception {
    PulledImages images = new PulledImages(directory, WEEK);
    images.pulled("a");
    images.expired(Set.of(), NOW);
    images.expired(Set.of("a"), NOW.plusSeconds(60));

    assertThat(images.expired(Set.of(), NOW.plus(WEEK))).isEmpty();
  }

  @Test
  void an_image_that_we_did_not_pull_never_expires() throws Exception {
    PulledImages images = new PulledImages(directory, Duration.ofSeconds(1));

    assertThat(images.expired(Set.of(), NOW)).isEmpty();
    assertThat(images.expired(Set.of(), NOW.plus(WEEK))).isEmpty();
    assertThat(images.isEmpty()).isTrue();
  }

  @Test
  void the_record_outlives_the_agent() throws Exception {
    PulledImages before = new PulledImages(directory, WEEK);
    before.pulled("a");
    before.expired(Set.of(), NOW);

    PulledImages after = new PulledImages(directory, WEEK);
    assertThat(after.expired(Set.of(), NOW.plus(WEEK))).containsExactly("a");
    after.removed("a");
    assertThat(new PulledImages(directory, WEEK).isEmpty()).isTrue();
  }

  @Test
  void a_clock_that_was_set_back_keeps_an_image_for_longer_and_never_for_ever() throws Exception {
    PulledImages images = new PulledImages(directory, WEEK);
    images.pulled("a");
    images.expired(Set.of(), NOW.plus(Duration.ofDays(3650)));

    assertThat(images.expired(Set.of(), NOW)).isEmpty();
    assertThat(images.expired(Set.of(), NOW.plus(WEEK))).containsExactly("a");
  }

  @Test
  void a_damaged_record_means_that_nothing_is_ours() throws Exception {
    Files.writeString(directory.resolve("images.json"), "{\"images\": {\"a\": tr");

    assertThat(new PulledImages(directory, WEEK).isEmpty()).isTrue();
  }
}
