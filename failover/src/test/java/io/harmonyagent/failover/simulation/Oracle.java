package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.Durable;
import io.harmonyagent.failover.core.Event;
import io.harmonyagent.failover.core.LeaseRecord;
import io.harmonyagent.failover.core.Purpose;
import io.harmonyagent.failover.core.State;
import io.harmonyagent.failover.core.Step;
import io.harmonyagent.failover.core.Stored;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Knows the true time and both sites at once, and looks after every event. */
final class Oracle {
  private final World world;
  private final StepChecks steps;
  private final LeaseChecks leases;
  private final CommitLedger commits;
  private @Nullable String violation;

  Oracle(World world) {
    this.world = world;
    leases = new LeaseChecks(world, this);
    steps = new StepChecks(world, this, leases);
    commits = new CommitLedger(world, this);
  }

  Optional<String> violation() {
    return Optional.ofNullable(violation);
  }

  void violated(String what) {
    if (violation == null) {
      violation = what;
      world.log(2, "VIOLATION: " + what);
    }
  }

  void afterEvent() {
    Machine a = world.machines.get(0);
    Machine b = world.machines.get(1);
    if (a.postgres.isWritable() && b.postgres.isWritable()) {
      violated("two writers: both sites accept commits");
    }
    guarded(a);
    guarded(b);
  }

  private void guarded(Machine machine) {
    if (machine.postgres.isWritable()
        && !machine.deadman.isArmed()
        && !machine.ladder.isRunning()) {
      violated("unguarded: site " + machine.site + " accepts commits with no deadman armed");
    }
  }

  void stepped(Agent agent, State before, Event event, Step step) {
    steps.check(agent, before, event, step);
  }

  /** The agent died between a decision and its write to disk: it was never made. */
  void forgot(int site, Durable disk) {
    steps.forgot(site, disk);
  }

  void storing(@Nullable Stored standing, long standingTrueUs, LeaseRecord next) {
    leases.storing(standing, standingTrueUs, next);
    if (next.cause().acquires()) {
      commits.claimed(next.siteId().equals(Configs.SITE_A) ? 0 : 1);
    }
    if (next.cause() != Purpose.RENEW) {
      world.log(2, "stores " + next.cause() + " by " + next.siteId() + " epoch " + next.epoch());
    }
  }

  void losing(@Nullable Stored standing, @Nullable Stored kept) {
    world.log(2, "loses its last writes");
    commits.storeLost(standing, kept);
  }

  void powerCut(int site) {
    leases.closed(site);
  }

  void opening(int site) {
    commits.opening(site, leases.claimOf(site));
  }

  void opened(int site) {
    commits.opened(site);
    leases.opened(site);
  }

  void settle() {
    commits.settle();
  }
}
