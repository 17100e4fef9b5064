package io.harmonyagent.failover.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.SiteId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OperationsTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final int TRIES = 1_000;

  private final FakeParts postgres = new FakeParts();
  private final AtomicLong told = new AtomicLong();
  private final Operations operations =
      new Operations(postgres.parts(), _ -> told.incrementAndGet(), () -> {});

  /** A fence asks this: an opening that it does not hear of makes it tell what is not so (A4). */
  @Test
  void an_opening_that_is_asked_for_just_as_the_last_work_ends_is_known_to_be_under_way()
      throws InterruptedException {
    for (int i = 0; i < TRIES; i++) {
      postgres.calls.clear();
      postgres.holdOpening = new CountDownLatch(1);
      long before = told.get();
      operations.waitForPeer(new Action.WaitForPeer(i, true));
      while (told.get() == before) {
        Thread.onSpinWait();
      }
      operations.open(new Action.OpenForWrites(i, false));
      boolean known = true;
      while (!postgres.calls.contains("open " + i)) {
        known &= operations.mayOpen();
      }
      assertThat(known && operations.mayOpen()).isTrue();
      postgres.holdOpening.countDown();
      assertThat(operations.awaitNoOpening(LONG)).isTrue();
    }
    operations.close();
    assertThat(operations.awaitEnd(LONG)).isTrue();
  }

  /** For the status: whoever looks at it only has to know what to do. */
  @Test
  void why_postgresql_does_not_follow_is_known_until_it_does() throws InterruptedException {
    Action.Follow follow = new Action.Follow(new SiteId("other"), 3);
    postgres.unfit = Optional.of("the data does not fit");

    operations.follow(follow);
    assertThat(operations.awaitEnd(LONG)).isTrue();
    assertThat(operations.trouble()).contains("does not follow other: the data does not fit");

    postgres.unfit = Optional.empty();
    operations.follow(follow);
    assertThat(operations.awaitEnd(LONG)).isTrue();
    assertThat(operations.trouble()).isEmpty();
    operations.close();
  }
}
