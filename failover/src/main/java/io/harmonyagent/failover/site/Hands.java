package io.harmonyagent.failover.site;

import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.CasOutcome;
import io.harmonyagent.failover.core.Event;
import io.harmonyagent.failover.lease.LeaseAccess;
import io.harmonyagent.failover.lease.LeaseEvents;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Carries out actions, each before the next (A6). What takes long is begun here and done elsewhere;
 * only the disk and PID 1 are waited for, since what follows rests on them.
 */
final class Hands {
  private final StateFile disk;
  private final LeaseAccess mesh;
  private final LeaseEvents events;
  private final LongConsumer tickEvery;
  private final Consumer<Action.Note> notes;
  private final Arming arming;
  private final Observer observer;
  private final Operations operations;
  private final Fencer fencer;
  private final Preparation preparation;

  Hands(
      SiteParts parts,
      StateFile disk,
      LeaseAccess mesh,
      LeaseEvents events,
      LongConsumer tickEvery,
      Consumer<Action.Note> notes) {
    this.disk = disk;
    this.mesh = mesh;
    this.events = events;
    this.tickEvery = tickEvery;
    this.notes = notes;
    arming = new Arming(parts.deadman());
    operations = new Operations(parts, events, this::look);
    observer = new Observer(parts.database(), events, operations::isBusy);
    fencer = new Fencer(parts.ladder(), operations, observer, events);
    preparation = new Preparation(parts.database(), events);
  }

  void carryOut(Action action) throws IOException {
    switch (action) {
      case Action.Persist persist -> disk.write(persist.durable());
      case Action.TickEvery every -> tickEvery.accept(every.periodMs());
      case Action.Probe probe -> {
        boolean unused = arming.settle();
        observer.probe(probe);
      }
      case Action.WriteLease write -> write(write);
      case Action.WriteReport write -> mesh.write(write.report());
      case Action.RestartWatch _ -> mesh.restartWatch();
      case Action.ArmDeadman arm -> arming.arm(arm);
      case Action.DisarmDeadman _ -> arming.disarm();
      case Action.OpenForWrites open -> operations.open(open);
      case Action.Fence fence -> fencer.fence(fence);
      case Action.PrepareStop prepare -> preparation.begin(prepare);
      case Action.StopCleanly stop -> operations.stop(stop);
      case Action.Follow follow -> operations.follow(follow);
      case Action.WaitForPeer wait -> operations.waitForPeer(wait);
      case Action.Note note -> notes.accept(note);
    }
  }

  /** Nothing is held and nothing armed: what guards a lease can be made ready. */
  void prepareGuard(long fenceMs) {
    arming.prepare(fenceMs);
  }

  /** The core decides about data that is there; the very first is made beforehand. */
  void makeFirstData() {
    if (!operations.isBusy()) {
      operations.initialise();
    }
  }

  /** What keeps PostgreSQL from what it is to be. */
  Optional<String> trouble() {
    return operations.trouble();
  }

  void look() {
    observer.look();
  }

  /** Begins nothing any more. PostgreSQL stays as it is, and the deadman with it. */
  void close() {
    operations.close();
    observer.close();
    preparation.close();
    arming.close();
  }

  boolean awaitEnd(Duration within) throws InterruptedException {
    return operations.awaitEnd(within)
        && observer.awaitEnd(within)
        && preparation.awaitEnd(within)
        && arming.awaitEnd(within)
        && fencer.awaitEnd(within);
  }

  /** A write that promises a shorter lease must not go out before the deadman has it (S6). */
  private void write(Action.WriteLease write) {
    if (arming.settle()) {
      mesh.write(write);
    } else {
      events.offer(
          now -> new Event.CasAnswered(now, write.lease().claim(), new CasOutcome.Unknown()));
    }
  }
}
