package io.harmonyagent.reconcilers.systemdunit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.harmonyagent.core.reconcile.NotAvailable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ReloadsTest {
  private static final int CALLERS = 20;

  private final AtomicInteger count = new AtomicInteger();

  @Test
  void all_who_ask_while_one_is_under_way_share_the_next() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch allAsked = new CountDownLatch(1);
    Reloads reloads =
        new Reloads(
            () -> {
              count.incrementAndGet();
              begun.countDown();
              await(allAsked);
            });
    try (ExecutorService threads = Executors.newFixedThreadPool(CALLERS + 1)) {
      List<Future<?>> asked = new ArrayList<>();
      asked.add(threads.submit(call(reloads)));
      begun.await();
      CountDownLatch asking = new CountDownLatch(CALLERS);
      for (int i = 0; i < CALLERS; i++) {
        asked.add(
            threads.submit(
                () -> {
                  asking.countDown();
                  reloads.reload();
                  return null;
                }));
      }
      asking.await();
      while (reloads.waiting() < CALLERS) {
        Thread.onSpinWait();
      }
      allAsked.countDown();
      for (Future<?> one : asked) {
        one.get();
      }
    }

    assertThat(count).hasValue(2);
  }

  @Test
  void who_asks_later_gets_a_new_one() throws Exception {
    Reloads reloads = new Reloads(count::incrementAndGet);

    reloads.reload();
    reloads.reload();

    assertThat(count).hasValue(2);
  }

  @Test
  void one_that_failed_is_not_shared() {
    Reloads reloads =
        new Reloads(
            () -> {
              count.incrementAndGet();
              throw new NotAvailable("no bus");
            });

    for (int i = 0; i < 2; i++) {
      assertThatExceptionOfType(NotAvailable.class).isThrownBy(reloads::reload);
    }

    assertThat(count).hasValue(2);
  }

  private static Callable<Void> call(Reloads reloads) {
    return () -> {
      reloads.reload();
      return null;
    };
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
