package io.harmonyagent.failover.resource;

import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.core.reconcile.Decision;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.status.ResourceError;
import io.harmonyagent.failover.core.PostgresMode;
import io.harmonyagent.failover.core.Role;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.lease.Words;
import io.harmonyagent.failover.site.SiteView;
import java.time.Duration;
import java.util.Optional;

/** Compares a site with its spec, and puts it into the words of a status. */
final class SiteDecisions {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);
  private static final long SEGMENT_BYTES = 16L << 20;

  private SiteDecisions() {}

  static Decision decide(PostgresSiteSpec spec, SiteSighting observed) {
    if (observed.guardedAs().isEmpty()) {
      return new Decision.Create();
    }
    if (!observed.guardedAs().get().equals(spec)) {
      return new Decision.Update("is guarded by another spec");
    }
    if (observed.failure().isPresent()) {
      String ended = "its guard ended: " + observed.failure().get();
      return observed.pause().isPositive()
          ? new Decision.Wait(ended, observed.pause())
          : new Decision.Update(ended);
    }
    if (observed.isElsewhere()) {
      return new Decision.Nothing();
    }
    return observed.view().map(view -> ofLiving(spec, view)).orElseGet(Decision.Create::new);
  }

  private static Decision ofLiving(PostgresSiteSpec spec, SiteView view) {
    if (view.role() != Role.SAFE && !view.configured()) {
      return waiting(
          "there is no config of "
              + spec.cluster()
              + " in the mesh yet; 'harmonyctl apply' of a MultisitePostgres writes it");
    }
    return switch (view.role()) {
      case PRIMARY ->
          view.postgres().mode() == PostgresMode.WRITABLE
              ? new Decision.Nothing()
              : waiting("PostgreSQL does not accept writes");
      case STANDBY ->
          view.isStreamingStandby()
              ? new Decision.Nothing()
              : waiting(view.trouble().orElse("is a standby that does not stream yet"));
      case FENCED ->
          waiting(view.trouble().orElse("is fenced; 'harmonyctl failover history' says why"));
      case OPENING -> waiting("PostgreSQL is being opened for writes");
      case DEMOTING, RELEASED -> waiting("hands over to " + spec.peer().site());
      case FENCING -> waiting("is being fenced");
      case SAFE ->
          new Decision.Refuse(
              new ResourceError(
                  "StoreWentBack",
                  "the mesh has lost records of "
                      + spec.cluster()
                      + " that this site had seen; look at both sites, then 'harmonyctl failover"
                      + " lift-safe "
                      + spec.cluster()
                      + " --site "
                      + spec.site()
                      + "'"),
              Optional.of(LOOK_AGAIN));
    };
  }

  static ResourceDetails details(PostgresSiteSpec spec, SiteView view) {
    return new ResourceDetails.SiteDetails(
        spec.cluster(),
        spec.site(),
        Words.of(view.role()),
        view.epoch(),
        view.leader().map(SiteId::value),
        view.lagBytes().isPresent()
            ? Optional.of(view.lagBytes().getAsLong() / SEGMENT_BYTES * SEGMENT_BYTES)
            : Optional.empty(),
        view.isFenced(),
        view.lastTransition());
  }

  private static Decision waiting(String what) {
    return new Decision.Wait(what, LOOK_AGAIN);
  }
}
