package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.harmonyagent.failover.core.LeaseRecord;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.lease.Words;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Waits until a site leads. A mesh that does not answer meanwhile ends nothing: that is what a
 * failover is made for, and it may be back in time.
 */
final class LeaderWatch {
  /** Reads the lease as the mesh has it. */
  @FunctionalInterface
  interface Leases {
    Optional<LeaseRecord> newest() throws MeshUnavailable, InterruptedException, InvalidDocument;
  }

  private final SiteId wanted;
  private final Leases leases;
  private Optional<LeaseRecord> last = Optional.empty();
  private Optional<String> trouble = Optional.empty();

  LeaderWatch(SiteId wanted, Leases leases) {
    this.wanted = wanted;
    this.leases = leases;
  }

  /** Returns whether it leads and accepts writes before the time is over. */
  boolean await(Countdown countdown, Duration lookEvery, Consumer<String> progress)
      throws InterruptedException, InvalidDocument {
    while (!countdown.isOver()) {
      if (leads()) {
        return true;
      }
      if (countdown.isTimeForAWord()) {
        progress.accept(
            "%s does not lead after %d s: %s"
                .formatted(wanted, countdown.passed().toSeconds(), situation()));
      }
      Thread.sleep(lookEvery);
    }
    return false;
  }

  /** Who leads and accepts writes, as far as was heard. */
  Optional<SiteId> leader() {
    return last.filter(LeaderWatch::isHealthy).flatMap(LeaseRecord::currentPrimary);
  }

  private boolean leads() throws InterruptedException, InvalidDocument {
    try {
      last = leases.newest();
      trouble = Optional.empty();
      return leader().equals(Optional.of(wanted));
    } catch (MeshUnavailable e) {
      trouble = Optional.of(CommandLines.sentence(e));
      return false;
    }
  }

  private String situation() {
    return trouble
        .or(() -> last.map(lease -> lease.siteId() + " is " + Words.of(lease.status())))
        .orElse("there is no lease");
  }

  private static boolean isHealthy(LeaseRecord lease) {
    return switch (lease.status()) {
      case HEALTHY -> true;
      case OPENING, DEMOTING, RELEASED -> false;
    };
  }
}
