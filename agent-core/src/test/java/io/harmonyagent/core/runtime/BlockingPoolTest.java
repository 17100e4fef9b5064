package io.harmonyagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class BlockingPoolTest {
  private static final long LONG = Duration.ofSeconds(1).toNanos();
  private static final Duration FOR_EVER = Duration.ofDays(1);

  private final AtomicLong clock = new AtomicLong();
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicInteger hanging = new AtomicInteger();
  private final AtomicInteger letGo = new AtomicInteger();
  private final CountDownLatch end = new CountDownLatch(1);
  private final BlockingPool pool = new BlockingPool("work", 2, 5, clock::get);

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
  void a_crowd_that_comes_together_is_done_by_all_threads_there_are() throws InterruptedException {
    List<BlockingPool.Task> crowd = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      crowd.add(new BlockingPool.Task(this::hangInHere));
    }

    pool.submit(crowd);

    Eventually.so("both threads are at it", () -> hanging.get() == 2);
    assertThat(pool.relieve()).as("work waits").isTrue();
  }

  @Test
  void all_idle_threads_are_woken_for_a_crowd() throws InterruptedException {
    twoThatMeet();
    pool.awaitLull(FOR_EVER);

    twoThatMeet();
  }

  @Test
  @Timeout(10)
  void a_lull_comes_when_all_is_done_and_not_before() throws InterruptedException {
    pool.awaitLull(FOR_EVER);
    hang(1);
    pool.awaitLull(Duration.ofMillis(1));
    assertThat(letGo).hasValue(0);

    Thread.ofVirtual().start(end::countDown);
    pool.awaitLull(FOR_EVER);

    assertThat(letGo).hasValue(1);
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
  void a_task_that_was_dropped_before_it_began_never_begins() throws InterruptedException {
    hang(2);
    BlockingPool.Task waiting = submit(done::incrementAndGet);

    assertThat(pool.drop(waiting)).as("it never tells of its end").isTrue();
    end.countDown();
    submit(hanging::decrementAndGet);

    Eventually.so("the next one was done", () -> hanging.get() == 1);
    assertThat(done).hasValue(0);
  }

  @Test
  void a_task_that_was_interrupted_before_it_began_is_done_all_the_same()
      throws InterruptedException {
    hang(2);
    BlockingPool.Task waiting = submit(done::incrementAndGet);

    pool.interrupt(waiting);
    end.countDown();

    Eventually.so("done all the same", () -> done.get() == 1);
  }

  /** They end only together, and sooner than an idle thread looks about by itself. */
  private void twoThatMeet() throws InterruptedException {
    CyclicBarrier barrier = new CyclicBarrier(2);
    int before = done.get();
    Runnable meet =
        () -> {
          try {
            barrier.await(4, TimeUnit.SECONDS);
            done.incrementAndGet();
          } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            Thread.currentThread().interrupt();
          }
        };
    pool.submit(List.of(new BlockingPool.Task(meet), new BlockingPool.Task(meet)));
    Eventually.so("they met", () -> done.get() == before + 2);
  }

  private void hang(int many) throws InterruptedException {
    int before = hanging.get();
    for (int i = 0; i < many; i++) {
      submit(this::hangInHere);
    }
    Eventually.so("they hang", () -> hanging.get() == before + many);
  }

  private void hangInHere() {
    hanging.incrementAndGet();
    try {
      end.await();
      letGo.incrementAndGet();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private BlockingPool.Task submit(Runnable work) {
    BlockingPool.Task task = new BlockingPool.Task(work);
    pool.submit(List.of(task));
    return task;
  }
}
