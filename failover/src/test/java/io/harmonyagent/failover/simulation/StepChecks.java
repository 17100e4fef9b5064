package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.CasOutcome;
import io.harmonyagent.failover.core.ConfigInForce;
import io.harmonyagent.failover.core.Durable;
import io.harmonyagent.failover.core.Event;
import io.harmonyagent.failover.core.FenceRung;
import io.harmonyagent.failover.core.Lease;
import io.harmonyagent.failover.core.Pending;
import io.harmonyagent.failover.core.Purpose;
import io.harmonyagent.failover.core.Role;
import io.harmonyagent.failover.core.State;
import io.harmonyagent.failover.core.Step;
import io.harmonyagent.failover.core.Transition;

/** Every step of a core against what this site knew: what it may never do, and what to count. */
final class StepChecks {
  private final World world;
  private final Oracle oracle;
  private final LeaseChecks leases;
  private final boolean[] safe = new boolean[2];
  private final long[] seenEpoch = new long[2];

  StepChecks(World world, Oracle oracle, LeaseChecks leases) {
    this.world = world;
    this.oracle = oracle;
    this.leases = leases;
  }

  void check(Agent agent, State before, Event event, Step step) {
    State after = step.state();
    learn(agent.site, before, event);
    deadline(agent.site, event, after);
    safeStays(agent.site, event, after);
    leaseWindow(agent.site, before, after);
    if (before.role() != after.role()) {
      moved(agent, before, event, after);
    }
    for (Action action : step.actions()) {
      check(agent, event.nowMs(), after, action);
    }
    countPending(before, event, after);
    countConfig(before, after);
    if (event instanceof Event.Started && after.role() == Role.FENCED) {
      world.coverage.count(Covered.BOOTED_FENCED);
    }
  }

  private void countPending(State before, Event event, State after) {
    if (before.pending().isEmpty()) {
      return;
    }
    Pending pending = before.pending().get();
    if (after.pending().isPresent() && after.pending().get().unknown() && !pending.unknown()) {
      world.coverage.count(Covered.CLAIM_UNKNOWN);
    }
    if (pending.unknown()
        && event instanceof Event.LeaseDelivered delivered
        && delivered.stored().lease().claim().equals(pending.lease().claim())) {
      world.coverage.count(Covered.CLAIM_WON_LATE);
    }
  }

  /** What the site was told about epochs; only an operator can make it forget. */
  private void learn(int site, State before, Event event) {
    switch (event) {
      case Event.LeaseDelivered delivered ->
          seenEpoch[site] = Math.max(seenEpoch[site], delivered.stored().lease().epoch());
      case Event.CasAnswered answer
          when answer.outcome() instanceof CasOutcome.Acked
              && before.pending().isPresent()
              && before.pending().get().lease().claim().equals(answer.claim()) ->
          seenEpoch[site] = Math.max(seenEpoch[site], before.pending().get().lease().epoch());
      case Event.SafeLifted lifted -> seenEpoch[site] = 0;
      default -> {}
    }
  }

  void forgot(int site, Durable disk) {
    safe[site] = disk.safe();
    seenEpoch[site] = disk.seen().epoch();
  }

  private void deadline(int site, Event event, State after) {
    if (after.lease().isPresent() && event.nowMs() >= after.lease().get().deadlineMs()) {
      oracle.violated("deadline: site " + site + " holds on after its deadline");
    }
  }

  private void safeStays(int site, Event event, State after) {
    if (event instanceof Event.SafeLifted) {
      safe[site] = after.durable().safe();
    } else if (safe[site] && !after.durable().safe()) {
      oracle.violated("safe: site " + site + " left SAFE by itself");
    } else {
      safe[site] = after.durable().safe();
    }
  }

  /** A lease whose PostgreSQL has stopped for a handover lets nobody write, though it runs. */
  private void leaseWindow(int site, State before, State after) {
    if (after.lease().isPresent() && !after.handover().stopped()) {
      Lease lease = after.lease().get();
      if (before.lease().isEmpty()
          || before.handover().stopped()
          || before.lease().get().deadlineMs() != lease.deadlineMs()
          || before.lease().get().fenceMs() != lease.fenceMs()) {
        leases.held(site, lease);
      }
    } else if (after.handover().stopped()
        || (after.role() != Role.FENCING && before.role() != after.role())) {
      leases.closed(site);
    }
  }

  private void moved(Agent agent, State before, Event event, State after) {
    if (event instanceof Event.Started) {
      if (after.role() == Role.PRIMARY) {
        world.coverage.count(Covered.RESUMED_INSIDE_DEADLINE);
      }
    } else {
      world.coverage.moved(before.role(), after.role());
    }
    world.log(agent.site, before.role() + " becomes " + after.role());
    if (before.role() == Role.PRIMARY && after.role() == Role.OPENING) {
      world.coverage.count(Covered.RESTARTED_IN_PLACE);
    }
    if (after.role() == Role.RELEASED) {
      world.coverage.count(Covered.RELEASED);
    }
  }

  private void check(Agent agent, long nowMs, State after, Action action) {
    int site = agent.site;
    switch (action) {
      case Action.Note note -> {
        if (!note.evidence().decide().equals(note.decision())) {
          oracle.violated("evidence: does not lead to " + note.decision());
        }
        if (note.decision().transition() == Transition.FENCE && !note.decision().isGranted()) {
          oracle.violated("evidence: a fence without a cause, " + note.evidence());
        }
        if (note.decision().transition() == Transition.LIST_SYNC_SITE) {
          world.coverage.count(
              note.decision().isGranted() ? Covered.SYNC_LISTED : Covered.SYNC_UNLISTED);
        }
        world.log(site, note);
      }
      case Action.WriteLease write -> {
        acts(site, write.lease().epoch(), write.purpose() != Purpose.RENEW);
        boolean paused = after.durable().config().map(ConfigInForce::latest).orElseThrow().paused();
        boolean forced = nowMs < after.forcedUntilMs();
        leases.claimSent(site, forced);
        if (write.purpose() == Purpose.PROMOTE && paused && !forced) {
          oracle.violated("paused: site " + site + " promotes itself");
        }
      }
      case Action.Follow follow -> acts(site, follow.epoch(), true);
      case Action.Fence fence -> {
        if (fence.from() != FenceRung.FAST_STOP) {
          world.coverage.count(Covered.FENCE_ESCALATED);
        }
      }
      default -> {}
    }
  }

  private void acts(int site, long epoch, boolean decides) {
    if (decides && epoch < seenEpoch[site]) {
      oracle.violated(
          "rollback: site %d acts on epoch %d but has seen %d"
              .formatted(site, epoch, seenEpoch[site]));
    }
  }

  private void countConfig(State before, State after) {
    if (before.durable().config().isEmpty()
        || before.durable().config().equals(after.durable().config())) {
      return;
    }
    ConfigInForce old = before.durable().config().get();
    ConfigInForce now = after.durable().config().orElseThrow();
    if (old.latestRevision() == now.latestRevision()) {
      if (old.holdingRevision() != now.holdingRevision()) {
        world.coverage.count(Covered.LONGER_HOLD_WAITED_FOR_PEER);
      }
      if (old.waitMs() != now.waitMs()) {
        world.coverage.count(Covered.SHORTER_WAIT_WAITED_FOR_PEER);
      }
    }
  }
}
