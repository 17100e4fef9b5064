package io.harmonyagent.failover.site;

import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.Event;
import io.harmonyagent.failover.core.PostgresView;
import io.harmonyagent.failover.lease.LeaseEvents;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes PostgreSQL, one thing at a time, on a thread of its own. The newest wish counts: it
 * replaces one that was not begun, and interrupts a following that is under way, since a clone may
 * take hours.
 */
final class Operations {
  private static final Logger log = LoggerFactory.getLogger(Operations.class);
  private static final long FIRST_PAUSE_MS = 500;
  private static final long LONGEST_PAUSE_MS = 15_000;

  /** Something that changes what PostgreSQL is; the outcome of each is an event. */
  private sealed interface Job {
    record Open(Action.OpenForWrites wanted) implements Job {}

    record Follow(Action.Follow wanted) implements Job {}

    record Stop(Action.StopCleanly wanted) implements Job {}

    record Initialise() implements Job {}
  }

  private final SiteParts parts;
  private final LeaseEvents events;
  private final Runnable look;
  private @Nullable Job next;
  private @Nullable Job running;
  private Action.@Nullable WaitForPeer nextWait;
  private Action.@Nullable WaitForPeer runningWait;
  private long pauseMs;
  private volatile Optional<String> trouble = Optional.empty();
  private @Nullable Thread thread;
  private boolean closed;

  /**
   * @param look begins a look at what came of an operation
   */
  Operations(SiteParts parts, LeaseEvents events, Runnable look) {
    this.parts = parts;
    this.events = events;
    this.look = look;
  }

  void open(Action.OpenForWrites wanted) {
    put(new Job.Open(wanted));
  }

  void follow(Action.Follow wanted) {
    put(new Job.Follow(wanted));
  }

  void stop(Action.StopCleanly wanted) {
    put(new Job.Stop(wanted));
  }

  void initialise() {
    put(new Job.Initialise());
  }

  /** A wish that was uttered before, and is still being carried out, is not a new one. */
  synchronized void waitForPeer(Action.WaitForPeer wanted) {
    if (!closed && !wanted.equals(runningWait)) {
      nextWait = wanted;
      begin();
    }
  }

  /** Something that changes what PostgreSQL is was asked for, and has not ended. */
  synchronized boolean isBusy() {
    return next != null || running != null;
  }

  /** Why PostgreSQL did not become what was asked for last, where that is tried again. */
  Optional<String> trouble() {
    return trouble;
  }

  /** PostgreSQL may yet become writable by what was asked for before. */
  synchronized boolean mayOpen() {
    return next instanceof Job.Open || running instanceof Job.Open;
  }

  /** Waits until nothing that was asked for before can open PostgreSQL any more. */
  synchronized boolean awaitNoOpening(Duration within) throws InterruptedException {
    long end = System.nanoTime() + within.toNanos();
    while (mayOpen()) {
      long leftMs = (end - System.nanoTime()) / 1_000_000;
      if (leftMs <= 0) {
        return false;
      }
      wait(leftMs);
    }
    return true;
  }

  /** Begins nothing of what was asked for, and asks what runs to end. */
  synchronized void cancel() {
    next = null;
    nextWait = null;
    if (thread != null) {
      thread.interrupt();
    }
    notifyAll();
  }

  synchronized void close() {
    closed = true;
    cancel();
  }

  synchronized boolean awaitEnd(Duration within) throws InterruptedException {
    long end = System.nanoTime() + within.toNanos();
    while (thread != null) {
      long leftMs = (end - System.nanoTime()) / 1_000_000;
      if (leftMs <= 0) {
        return false;
      }
      wait(leftMs);
    }
    return true;
  }

  private synchronized void put(Job job) {
    if (closed || job.equals(running)) {
      return;
    }
    next = job;
    nextWait = null;
    if (running instanceof Job.Follow && thread != null) {
      thread.interrupt();
    }
    begin();
  }

  private void begin() {
    if (thread == null) {
      thread = Thread.ofPlatform().daemon().name("failover-postgres").start(this::run);
    }
    notifyAll();
  }

  private void run() {
    try {
      while (takeNext()) {
        carryOut();
      }
    } finally {
      gone();
    }
  }

  /** Another thread may have taken over since this one had nothing left to do. */
  private synchronized void gone() {
    if (thread == Thread.currentThread()) {
      running = null;
      runningWait = null;
      thread = null;
      notifyAll();
    }
  }

  /**
   * Clears the interrupt that was meant for what ended, in the same stroke as it takes the next.
   */
  private synchronized boolean takeNext() {
    boolean unused = Thread.interrupted();
    running = next;
    runningWait = running == null ? nextWait : null;
    next = null;
    if (running == null) {
      nextWait = null;
    }
    if (closed || (running == null && runningWait == null)) {
      running = null;
      runningWait = null;
      thread = null;
      notifyAll();
      return false;
    }
    return true;
  }

  private void carryOut() {
    Job job;
    Action.WaitForPeer wait;
    synchronized (this) {
      job = running;
      wait = runningWait;
    }
    try {
      if (job != null) {
        perform(job);
      } else if (wait != null) {
        perform(wait);
      }
    } catch (RuntimeException e) {
      log.error("an operation on PostgreSQL failed in a way that nobody expected", e);
    } finally {
      synchronized (this) {
        running = null;
        runningWait = null;
        notifyAll();
      }
      if (job != null) {
        look.run();
      }
    }
  }

  private void perform(Job job) {
    switch (job) {
      case Job.Open(Action.OpenForWrites wanted) -> open(wanted.epoch(), wanted.waitForPeer());
      case Job.Follow(Action.Follow wanted) -> following(wanted);
      case Job.Stop(Action.StopCleanly wanted) -> stopping(wanted);
      case Job.Initialise() -> initialising();
    }
  }

  private void open(long epoch, boolean waitForPeer) {
    trouble = Optional.empty();
    try {
      parts.deadman().openForWrites(epoch, waitForPeer);
      log.info("PostgreSQL accepts writes in epoch {}", epoch);
    } catch (DatabaseFailure e) {
      log.warn("PostgreSQL was not opened for epoch {}: {}", epoch, e.getMessage());
    }
  }

  /** One that failed is not tried again at once: the core asks for it with every heartbeat. */
  private void following(Action.Follow wanted) {
    try {
      if (pauseMs > 0) {
        Thread.sleep(pauseMs);
      }
      parts.database().follow(wanted.site(), wanted.epoch());
      succeeded();
      log.info("PostgreSQL follows {} in epoch {}", wanted.site(), wanted.epoch());
    } catch (DatabaseFailure e) {
      failed("does not follow " + wanted.site() + ": " + e.getMessage());
    } catch (InterruptedException e) {
      succeeded();
      log.info("following {} in epoch {} was called off", wanted.site(), wanted.epoch());
    }
  }

  private void initialising() {
    try {
      if (pauseMs > 0) {
        Thread.sleep(pauseMs);
      }
      parts.database().initialise();
      succeeded();
    } catch (DatabaseFailure e) {
      failed("has no first data: " + e.getMessage());
    } catch (InterruptedException e) {
      log.info("making the first data was called off");
    }
  }

  /** Or nobody wants it any longer. */
  private void succeeded() {
    pauseMs = 0;
    trouble = Optional.empty();
  }

  /** The same trouble is told once, however often it is met. */
  private void failed(String why) {
    pauseMs = Math.clamp(2 * pauseMs, FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
    if (!trouble.equals(Optional.of(why))) {
      log.warn("PostgreSQL {}; it is tried again", why);
    }
    trouble = Optional.of(why);
  }

  private void stopping(Action.StopCleanly wanted) {
    try {
      PostgresView view = parts.database().stopCleanly(Duration.ofMillis(wanted.withinMs()));
      events.offer(now -> new Event.StoppedCleanly(now, view));
    } catch (DatabaseFailure e) {
      log.warn("PostgreSQL did not stop cleanly: {}", e.getMessage());
      events.offer(Event.StopFailed::new);
    }
  }

  private void perform(Action.WaitForPeer wanted) {
    try {
      long lsn = parts.database().waitForPeer(wanted.waiting());
      events.offer(now -> new Event.SyncApplied(now, wanted.ask(), wanted.waiting(), lsn));
    } catch (DatabaseFailure e) {
      log.warn(
          "commits were to {}wait for the other site: {}",
          wanted.waiting() ? "" : "no longer ",
          e.getMessage());
      againLater(wanted);
    }
  }

  /** The core utters some wishes once only, and counts on their being carried out in the end. */
  private synchronized void againLater(Action.WaitForPeer wanted) {
    try {
      long end = System.nanoTime() + FIRST_PAUSE_MS * 1_000_000;
      for (long leftMs = FIRST_PAUSE_MS; nothingElseIsAsked() && leftMs > 0; ) {
        wait(leftMs);
        leftMs = (end - System.nanoTime()) / 1_000_000;
      }
      if (nothingElseIsAsked()) {
        nextWait = wanted;
      }
    } catch (InterruptedException e) {
      log.debug("called off");
    }
  }

  private boolean nothingElseIsAsked() {
    return next == null && nextWait == null && !closed;
  }
}
