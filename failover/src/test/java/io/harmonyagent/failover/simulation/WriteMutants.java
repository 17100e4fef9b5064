package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.CasOutcome;
import io.harmonyagent.failover.core.Claim;
import io.harmonyagent.failover.core.Edit;
import io.harmonyagent.failover.core.Event;
import io.harmonyagent.failover.core.Lease;
import io.harmonyagent.failover.core.LeaseRecord;
import io.harmonyagent.failover.core.Pending;
import io.harmonyagent.failover.core.Purpose;
import io.harmonyagent.failover.core.Role;
import io.harmonyagent.failover.core.State;
import io.harmonyagent.failover.core.Step;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Cores that are wrong about a compare-and-set. */
final class WriteMutants {
  private WriteMutants() {}

  static List<Mutant> all() {
    return List.of(
        new Mutant("judges on a stale read", "S1", StaleRead::new),
        new Mutant("judges at an echo from before the listing", "S1", EchoBeforeListing::new),
        new Mutant("promotion before the ack", "S3", PromotesBeforeAck::new),
        new Mutant("unknown treated as lost", "S3", UnknownIsLost::new),
        new Mutant("unknown treated as won", "S3", UnknownIsWon::new),
        new Mutant("a late ack accepted", "S2", LateAck::new),
        new Mutant("reconnect buffer replayed", "S3", ReconnectBuffer::new),
        new Mutant("the epoch is not raised", "S3", SameEpoch::new),
        new Mutant("releases before PostgreSQL stopped", "S9", ReleasesEarly::new),
        new Mutant("un-fences without a renewal", "S3", OpensWithoutRenewal::new));
  }

  /** A lost compare-and-set is tried again on the revision that stands, without judging again. */
  private static Step again(Step step, Pending lost, long revision) {
    return BrokenCore.with(
        step, new Action.WriteLease(revision, lost.lease(), lost.purpose(), lost.withinMs()));
  }

  private static Optional<Pending> lost(State before, Event event, Purpose purpose) {
    return event instanceof Event.CasAnswered answer
            && answer.outcome() instanceof CasOutcome.Lost
            && before.pending().isPresent()
            && before.pending().get().purpose() == purpose
            && before.pending().get().lease().claim().equals(answer.claim())
        ? before.pending()
        : Optional.empty();
  }

  private static long standing(Event event) {
    return event instanceof Event.CasAnswered answer
            && answer.outcome() instanceof CasOutcome.Lost lost
        ? lost.standingRevision()
        : 0;
  }

  static final class StaleRead extends BrokenCore {
    @Override
    Step after(State before, Event event, Step step) {
      Optional<Pending> lost = lost(before, event, Purpose.PROMOTE);
      return lost.isEmpty()
          ? step
          : again(
              with(step, new Edit(step.state()).pending(lost).done()), lost.get(), standing(event));
    }
  }

  static final class EchoBeforeListing extends BrokenCore {
    @Override
    State before(State state, Event event) {
      return event instanceof Event.ReportDelivered
          ? new Edit(state).watch(Edit.judgingFrom(state.watch(), 0)).done()
          : state;
    }
  }

  static final class PromotesBeforeAck extends BrokenCore {
    @Override
    Step after(State before, Event event, Step step) {
      boolean claims =
          step.actions().stream()
              .anyMatch(
                  action ->
                      action instanceof Action.WriteLease write
                          && write.purpose() == Purpose.PROMOTE);
      return claims ? with(step, openUnasked(step.state(), event.nowMs())) : step;
    }
  }

  static final class UnknownIsLost extends BrokenCore {
    @Override
    Step after(State before, Event event, Step step) {
      State state = step.state();
      boolean unknownRelease =
          state.role() == Role.DEMOTING
              && state.pending().isPresent()
              && state.pending().get().unknown()
              && state.pending().get().purpose() == Purpose.RELEASE;
      return unknownRelease
          ? with(
              with(step, new Edit(state).role(Role.OPENING).pending(Optional.empty()).done()),
              new Action.OpenForWrites(0, false))
          : step;
    }
  }

  static final class UnknownIsWon extends BrokenCore {
    @Override
    public Step step(State state, Event event) {
      if (event instanceof Event.Tick && state.pending().isPresent()) {
        Pending pending = state.pending().get();
        if (pending.purpose().acquires()
            && event.nowMs() - pending.sentMs() >= pending.withinMs()) {
          State asIfNow =
              new Edit(state).pending(Optional.of(Edit.sentAt(pending, event.nowMs()))).done();
          CasOutcome won = new CasOutcome.Acked(state.durable().seen().sequence() + 1, 0);
          return right.step(
              asIfNow, new Event.CasAnswered(event.nowMs(), pending.lease().claim(), won));
        }
      }
      return right.step(state, event);
    }
  }

  static final class LateAck extends BrokenCore {
    private final Map<Claim, Pending> sent = new LinkedHashMap<>();

    @Override
    Step after(State before, Event event, Step step) {
      step.state().pending().ifPresent(pending -> sent.put(pending.lease().claim(), pending));
      if (!(event instanceof Event.CasAnswered answer)
          || !(answer.outcome() instanceof CasOutcome.Acked)
          || step.state().lease().isEmpty()) {
        return step;
      }
      Pending late = sent.remove(answer.claim());
      if (late == null || event.nowMs() - late.sentMs() < late.withinMs()) {
        return step;
      }
      Lease lease = step.state().lease().get();
      Lease later =
          new Lease(lease.epoch(), lease.stored(), event.nowMs(), lease.holdMs(), lease.fenceMs());
      return with(
          with(step, new Edit(step.state()).lease(later).done()),
          new Action.ArmDeadman(later.deadlineMs(), later.fenceMs()));
    }
  }

  static final class ReconnectBuffer extends BrokenCore {
    private @Nullable LeaseRecord buffered;

    @Override
    Step after(State before, Event event, Step step) {
      for (Action action : step.actions()) {
        if (action instanceof Action.WriteLease write && write.purpose() == Purpose.RENEW) {
          buffered = write.lease();
        }
      }
      LeaseRecord old = buffered;
      if (event instanceof Event.WatchListed
          && old != null
          && !step.state().role().holdsLease()
          && step.state().watch().lease().isPresent()) {
        buffered = null;
        long revision = step.state().watch().lease().get().revision();
        return with(step, new Action.WriteLease(revision, old, Purpose.RENEW, 1_000));
      }
      return step;
    }
  }

  static final class SameEpoch extends BrokenCore {
    @Override
    Step after(State before, Event event, Step step) {
      return each(
          step,
          action ->
              action instanceof Action.WriteLease write && write.purpose() == Purpose.PROMOTE
                  ? new Action.WriteLease(
                      write.expectedRevision(),
                      Edit.with(
                          write.lease(),
                          write.lease().epoch() - 1,
                          write.lease().replication(),
                          write.lease().currentPrimary()),
                      write.purpose(),
                      write.withinMs())
                  : action);
    }
  }

  static final class ReleasesEarly extends BrokenCore {
    @Override
    Step after(State before, Event event, Step step) {
      State state = step.state();
      if (before.role() != Role.PRIMARY
          || state.role() != Role.DEMOTING
          || state.lease().isEmpty()
          || state.lease().get().stored().isEmpty()) {
        return step;
      }
      var base = state.lease().get().stored().get();
      LeaseRecord released =
          Edit.with(
              base.lease(), base.lease().epoch(), base.lease().replication(), Optional.empty());
      return with(step, new Action.WriteLease(base.revision(), released, Purpose.RELEASE, 1_000));
    }
  }

  static final class OpensWithoutRenewal extends BrokenCore {
    @Override
    Step after(State before, Event event, Step step) {
      State state = step.state();
      boolean stillNamed =
          state.role() == Role.FENCED
              && event instanceof Event.Tick
              && state.watch().lease().isPresent()
              && state.watch().lease().get().lease().names(state.me())
              && state.beat().successes() >= 1;
      return stillNamed ? with(step, openUnasked(state, event.nowMs())) : step;
    }
  }
}
