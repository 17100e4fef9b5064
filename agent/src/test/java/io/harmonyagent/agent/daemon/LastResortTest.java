package io.harmonyagent.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LastResortTest {
  @Test
  void a_thread_that_dies_ends_the_process_with_a_code_that_says_failure() throws Exception {
    AtomicInteger code = new AtomicInteger();
    CountDownLatch ended = new CountDownLatch(1);
    LastResort lastResort =
        new LastResort(
            status -> {
              code.set(status);
              ended.countDown();
            });
    Thread deaf =
        new Thread(
            () -> {
              throw new IllegalStateException("nobody expected this");
            });
    deaf.setUncaughtExceptionHandler(lastResort);

    deaf.start();

    assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(code).hasPositiveValue();
  }
}
