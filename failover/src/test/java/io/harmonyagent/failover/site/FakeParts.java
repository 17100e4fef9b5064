package io.harmonyagent.failover.site;

import io.harmonyagent.failover.core.FenceRung;
import io.harmonyagent.failover.core.PostgresMode;
import io.harmonyagent.failover.core.PostgresView;
import io.harmonyagent.failover.core.SiteId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A PostgreSQL, deadman and ladder that do at once what they are told, and can be held up. */
public final class FakeParts implements Database, Deadman, Ladder {
  static final PostgresView STOPPED = view(PostgresMode.STOPPED);
  static final PostgresView STANDBY = view(PostgresMode.STANDBY);
  public static final PostgresView WRITABLE = view(PostgresMode.WRITABLE);

  public final List<String> calls = new CopyOnWriteArrayList<>();
  public volatile PostgresView now = STOPPED;
  volatile Optional<String> unfit = Optional.empty();
  volatile OptionalLong deadline = OptionalLong.empty();
  final List<Duration> climbTimes = new CopyOnWriteArrayList<>();
  volatile boolean deadmanRefuses;
  volatile CountDownLatch holdOpening = new CountDownLatch(0);
  volatile CountDownLatch holdFollowing = new CountDownLatch(0);
  volatile CountDownLatch holdClimbing = new CountDownLatch(0);
  final AtomicInteger waitsToFail = new AtomicInteger();
  private volatile Runnable hint = () -> {};

  public SiteParts parts() {
    return new SiteParts(this, this, this);
  }

  static PostgresView view(PostgresMode mode) {
    return new PostgresView(mode, false, true, 100, 100, 1, false, false, 0, false);
  }

  void changed(PostgresView view) {
    now = view;
    hint.run();
  }

  @Override
  public void initialise() {
    calls.add("initialise");
    now = STOPPED;
  }

  @Override
  public PostgresView look(Duration within) {
    return now;
  }

  @Override
  public Probe probe(boolean byWriting, Duration within) {
    return new Probe(!byWriting || now.mode() == PostgresMode.WRITABLE, now);
  }

  @Override
  public void onChange(Runnable newHint) {
    hint = newHint;
  }

  @Override
  public boolean prepareStop(Duration within) {
    calls.add("prepare");
    return true;
  }

  @Override
  public PostgresView stopCleanly(Duration within) {
    calls.add("stop");
    now = STOPPED;
    return now;
  }

  @Override
  public void follow(SiteId peer, long epoch) throws DatabaseFailure, InterruptedException {
    calls.add("follow " + peer);
    if (unfit.isPresent()) {
      throw new DatabaseFailure(unfit.get());
    }
    holdFollowing.await();
    now = STANDBY;
    calls.add("follows " + peer);
  }

  @Override
  public long waitForPeer(boolean waiting) throws DatabaseFailure {
    calls.add("wait " + waiting);
    if (waitsToFail.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new DatabaseFailure("not now");
    }
    return 100;
  }

  @Override
  public void close() {}

  @Override
  public void prepare(long fenceMs) {
    calls.add("prepare fence " + fenceMs);
  }

  @Override
  public void arm(long deadlineMs, long fenceMs) throws DatabaseFailure {
    if (deadmanRefuses) {
      throw new DatabaseFailure("PID 1 does not answer");
    }
    calls.add("arm " + deadlineMs);
    deadline = OptionalLong.of(deadlineMs);
  }

  @Override
  public void disarm() {
    calls.add("disarm");
    deadline = OptionalLong.empty();
  }

  @Override
  public OptionalLong deadlineMs() {
    return deadline;
  }

  /** An opening that is held up cannot be called off, as a job of PID 1 cannot. */
  @Override
  public void openForWrites(long epoch, boolean waitForPeer) {
    calls.add("open " + epoch);
    awaitUninterrupted(holdOpening);
    now = WRITABLE;
    calls.add("opened " + epoch);
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    boolean interrupted = false;
    while (true) {
      try {
        latch.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public Result climb(FenceRung from, Duration within) {
    calls.add("climb from " + from);
    climbTimes.add(within);
    awaitUninterrupted(holdClimbing);
    now = STOPPED;
    return new Result.Verified(now, from);
  }
}
