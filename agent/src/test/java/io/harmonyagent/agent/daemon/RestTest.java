package io.harmonyagent.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RestTest {
  private static final Duration QUIET = Duration.ofMillis(50);
  private static final Duration NEVER = Duration.ofHours(1);

  private final Rest rest = new Rest();
  private final Semaphore tidied = new Semaphore(0);
  private final AtomicInteger times = new AtomicInteger();
  private Thread thread = Thread.ofPlatform().unstarted(() -> {});

  @AfterEach
  void end() throws InterruptedException {
    rest.end();
    thread.join();
  }

  @Test
  void tidies_up_once_after_it_became_quiet() throws Exception {
    rest(QUIET);

    assertThat(tidied.tryAcquire(10, TimeUnit.SECONDS)).isTrue();

    assertThat(tidied.tryAcquire(QUIET.multipliedBy(4).toMillis(), TimeUnit.MILLISECONDS))
        .isFalse();
  }

  @Test
  void tidies_up_again_after_each_burst_of_work() throws Exception {
    rest(QUIET);
    tidied.acquire();

    for (int i = 0; i < 100; i++) {
      rest.disturb();
    }

    tidied.acquire();
    assertThat(times).hasValue(2);
  }

  @Test
  void an_end_is_not_slept_through() throws Exception {
    rest(QUIET);
    tidied.acquire();

    rest.end();

    thread.join();
    assertThat(times).hasValue(1);
  }

  @Test
  void an_end_in_the_middle_of_work_is_heard_at_once() throws Exception {
    rest(NEVER);

    rest.disturb();
    rest.end();

    thread.join();
    assertThat(times).hasValue(0);
  }

  private void rest(Duration quiet) {
    thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    rest.untilOver(quiet, this::tidy);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
  }

  private void tidy() {
    times.incrementAndGet();
    tidied.release();
  }
}
