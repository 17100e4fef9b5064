package io.harmonyagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.status.Condition;
import io.harmonyagent.core.status.Rejection;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatusBookTest {
  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
  private static final Instant LATER = NOON.plusSeconds(60);

  private final StatusBook book =
      new StatusBook(new DeviceFacts(new AgentId("pi"), "1", "test", "boot"));
  private final AtomicInteger news = new AtomicInteger();

  @BeforeEach
  void listen() {
    book.onChange(news::incrementAndGet);
  }

  @Test
  void a_rejection_is_news_and_makes_the_device_degraded() {
    book.reject(rejection("is odd", NOON), NOON);

    assertThat(news).hasValue(1);
    assertThat(book.snapshot().rejected()).contains(rejection("is odd", NOON));
    assertThat(book.snapshot().holds(Condition.Type.DEGRADED)).isTrue();
  }

  @Test
  void the_same_rejection_again_is_no_news() {
    book.reject(rejection("is odd", NOON), NOON);

    book.reject(rejection("is odd", LATER), LATER);

    assertThat(news).hasValue(1);
    assertThat(book.snapshot().rejected()).contains(rejection("is odd", NOON));
  }

  @Test
  void another_rejection_is_news() {
    book.reject(rejection("is odd", NOON), NOON);

    book.reject(rejection("is even", LATER), LATER);

    assertThat(news).hasValue(2);
  }

  @Test
  void what_was_never_rejected_is_not_cleared() {
    book.clearRejection(NOON);

    assertThat(news).hasValue(0);
  }

  @Test
  void a_stop_is_the_last_word() {
    book.stopped(NOON);

    assertThat(news).hasValue(1);
    assertThat(book.snapshot().stoppedAt()).contains(NOON);
  }

  private static Rejection rejection(String message, Instant at) {
    return new Rejection(Optional.of(3L), "InvalidManifest", message, "/x", at);
  }
}
