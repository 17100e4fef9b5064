package io.harmonyagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.Eventually;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BlockingPoolTest {
  private static final long LONG = Duration.ofSeconds(1).toNanos();

  private final AtomicLong clock = new AtomicLong();
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicInteger hanging = new AtomicInteger();
  private final CountDownLatch end = new CountDownLatch(1);
  private final BlockingPool pool = new BlockingPool(2, 5, clock::get);

  @AfterEach
  void letGo() {
    end.countDown();
  }

  @Test
  void quick_work_is_done_by_few() throws InterruptedException {
    for (int i = 0; i < 1_000; i++) {
      submit(done::incrementAndGet);
    }

    Eventually.so("all done", () -> done.get() == 1_000);
    assertThat(pool.threads()).isLessThanOrEqualTo(2);
  }

  @Test
  void what_hangs_is_replaced_after_a_while() throws InterruptedException {
    hang(2);
    submit(done::incrementAndGet);
    assertThat(pool.relieve()).as("work waits").isTrue();
    assertThat(done).hasValue(0);

    clock.addAndGet(LONG);

    Eventually.so("done all the same", () -> !pool.relieve() && done.get() == 1);
  }

  @Test
  void there_is_a_limit() throws InterruptedException {
    for (int i = 0; i < 5; i++) {
      hang(1);
      clock.addAndGet(LONG);
    }

    submit(done::incrementAndGet);

    assertThat(pool.relieve()).as("work waits").isTrue();
    assertThat(pool.threads()).isEqualTo(5);
  }

  @Test
  void a_task_that_was_called_off_before_it_began_never_begins() throws InterruptedException {
    hang(2);
    BlockingPool.Task waiting = submit(done::incrementAndGet);

    pool.interrupt(waiting);
    end.countDown();
    submit(hanging::decrementAndGet);

    Eventually.so("the next one was done", () -> hanging.get() == 1);
    assertThat(done).hasValue(0);
  }

  private void hang(int many) throws InterruptedException {
    int before = hanging.get();
    for (int i = 0; i < many; i++) {
      submit(
          () -> {
            hanging.incrementAndGet();
            waitForTheEnd();
          });
    }
    Eventually.so("they hang", () -> hanging.get() == before + many);
  }

  private void waitForTheEnd() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private BlockingPool.Task submit(Runnable work) {
    BlockingPool.Task task = new BlockingPool.Task(work);
    pool.submit(task);
    return task;
  }
}
