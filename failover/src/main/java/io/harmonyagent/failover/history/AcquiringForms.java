package io.harmonyagent.failover.history;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.failover.core.ClaimEvidence;
import io.harmonyagent.failover.core.CreateEvidence;
import io.harmonyagent.failover.core.ForceEvidence;
import io.harmonyagent.failover.core.PostgresMode;
import io.harmonyagent.failover.core.PromotionEvidence;
import io.harmonyagent.failover.core.Purpose;
import io.harmonyagent.failover.core.ReclaimEvidence;
import io.harmonyagent.failover.core.RestartEvidence;
import io.harmonyagent.failover.core.ResumeEvidence;
import io.harmonyagent.failover.core.Role;
import io.harmonyagent.failover.core.TakeEvidence;

/** The fields of every evidence about coming to the lease. */
final class AcquiringForms {
  private AcquiringForms() {}

  static PromotionEvidence promotion(Form<PromotionEvidence> form) throws InvalidDocument {
    return new PromotionEvidence(
        form.number("revision", PromotionEvidence::revision),
        form.number("lease_server_time_ms", PromotionEvidence::leaseServerTimeMs),
        form.number("echo_server_time_ms", PromotionEvidence::echoServerTimeMs),
        form.number("lease_seen_ms", PromotionEvidence::leaseSeenMs),
        form.number("now_ms", PromotionEvidence::nowMs),
        form.number("wait_ms", PromotionEvidence::waitMs),
        form.number("config_revision", PromotionEvidence::configRevision),
        form.part("eligibility", PromotionEvidence::eligibility, PartForms::eligibility),
        form.flag("paused", PromotionEvidence::paused),
        form.flag("forced", PromotionEvidence::forced));
  }

  static TakeEvidence take(Form<TakeEvidence> form) throws InvalidDocument {
    return new TakeEvidence(
        form.number("revision", TakeEvidence::revision),
        form.number("epoch", TakeEvidence::epoch),
        form.flag("released_by_me", TakeEvidence::releasedByMe),
        form.flag("usable", TakeEvidence::usable),
        form.number("timeline", TakeEvidence::timeline),
        form.number("lease_timeline", TakeEvidence::leaseTimeline),
        form.number("streamed_epoch", TakeEvidence::streamedEpoch),
        form.number("replayed_lsn", TakeEvidence::replayedLsn),
        form.number("final_lsn", TakeEvidence::finalLsn),
        form.number("session_age_ms", TakeEvidence::sessionAgeMs),
        form.number("unchanged_ms", TakeEvidence::unchangedMs),
        form.number("wait_ms", TakeEvidence::waitMs),
        form.number("config_revision", TakeEvidence::configRevision),
        form.flag("forced", TakeEvidence::forced));
  }

  static ReclaimEvidence reclaim(Form<ReclaimEvidence> form) throws InvalidDocument {
    return new ReclaimEvidence(
        form.number("revision", ReclaimEvidence::revision),
        form.number("epoch", ReclaimEvidence::epoch),
        form.flag("paused", ReclaimEvidence::paused),
        form.flag("usable", ReclaimEvidence::usable),
        form.count("successes", ReclaimEvidence::successes),
        form.count("success_threshold", ReclaimEvidence::successThreshold),
        form.number("session_age_ms", ReclaimEvidence::sessionAgeMs),
        form.number("wait_ms", ReclaimEvidence::waitMs),
        form.number("stand_back_ms", ReclaimEvidence::standBackMs),
        form.number("config_revision", ReclaimEvidence::configRevision));
  }

  static CreateEvidence create(Form<CreateEvidence> form) throws InvalidDocument {
    return new CreateEvidence(
        form.flag("preferred", CreateEvidence::preferred),
        form.flag("paused", CreateEvidence::paused),
        form.flag("usable", CreateEvidence::usable),
        form.number("session_age_ms", CreateEvidence::sessionAgeMs),
        form.number("wait_ms", CreateEvidence::waitMs),
        form.number("config_revision", CreateEvidence::configRevision));
  }

  static ClaimEvidence claim(Form<ClaimEvidence> form) throws InvalidDocument {
    return new ClaimEvidence(
        form.word("purpose", Purpose.values(), ClaimEvidence::purpose),
        form.number("expected_revision", ClaimEvidence::expectedRevision),
        form.number("standing_revision", ClaimEvidence::standingRevision),
        form.number("took_ms", ClaimEvidence::tookMs),
        form.number("within_ms", ClaimEvidence::withinMs),
        form.flag("given_up", ClaimEvidence::givenUp));
  }

  static ResumeEvidence resume(Form<ResumeEvidence> form) throws InvalidDocument {
    return new ResumeEvidence(
        form.number("now_ms", ResumeEvidence::nowMs),
        form.number("deadline_ms", ResumeEvidence::deadlineMs),
        form.word("postgres", PostgresMode.values(), ResumeEvidence::postgres),
        form.flag("busy", ResumeEvidence::busy),
        form.flag("safe", ResumeEvidence::safe),
        form.flag("configured", ResumeEvidence::configured),
        form.flag("led_last", ResumeEvidence::ledLast),
        form.number("epoch", ResumeEvidence::epoch));
  }

  static RestartEvidence restart(Form<RestartEvidence> form) throws InvalidDocument {
    return new RestartEvidence(
        form.number("epoch", RestartEvidence::epoch),
        form.number("open_for_ms", RestartEvidence::openForMs),
        form.number("needed_ms", RestartEvidence::neededMs));
  }

  static ForceEvidence force(Form<ForceEvidence> form) throws InvalidDocument {
    return new ForceEvidence(form.word("role", Role.values(), ForceEvidence::role));
  }
}
