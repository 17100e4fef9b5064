package io.harmonyagent.failover.resource;

import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.failover.site.SiteView;
import java.time.Duration;
import java.util.Optional;

/**
 * What is there of a site.
 *
 * @param guardedAs the spec that its shell was made for; empty when there is none
 * @param failure why the shell ended by itself, if it did
 * @param pause how long to wait before another one takes its place
 * @param isElsewhere whether its shell, if there is one, is another's: the agent's that is at work
 */
record SiteSighting(
    Optional<PostgresSiteSpec> guardedAs,
    Optional<SiteView> view,
    Optional<String> failure,
    Duration pause,
    boolean isElsewhere) {
  static final SiteSighting NOT_GUARDED =
      new SiteSighting(Optional.empty(), Optional.empty(), Optional.empty(), Duration.ZERO, false);

  /** As far as the ledger knows. */
  static SiteSighting recorded(Optional<PostgresSiteSpec> spec) {
    return new SiteSighting(spec, Optional.empty(), Optional.empty(), Duration.ZERO, true);
  }
}
