package io.harmonyagent.failover.lease;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.failover.core.Role;
import io.harmonyagent.failover.core.SiteReport;

/** {@code <c>.site.<site>} as JSON. */
public final class ReportJson {
  private ReportJson() {}

  static JsonObject write(SiteReport report) {
    return new JsonObject()
        .put("site", report.site().value())
        .put("boot_id", report.bootId())
        .put("beat", report.beat())
        .put("role", Words.of(report.role()))
        .put("received_lsn", report.receivedLsn())
        .put("replayed_lsn", report.replayedLsn())
        .put("timeline", report.timeline())
        .put("streaming", report.streaming())
        .put("streamed_epoch", report.streamedEpoch())
        .put("config_seen", report.configSeen())
        .put("config_holding", report.configHolding())
        .put("seen_revision", report.seenRevision())
        .put("seen_epoch", report.seenEpoch());
  }

  public static SiteReport read(Fields fields) throws InvalidDocument {
    return new SiteReport(
        Words.site(fields, "site"),
        fields.text("boot_id"),
        fields.integer("beat"),
        Words.read(fields, "role", Role.values()),
        fields.integer("received_lsn"),
        fields.integer("replayed_lsn"),
        fields.integer("timeline"),
        fields.flag("streaming", false),
        fields.integer("streamed_epoch"),
        fields.integer("config_seen"),
        fields.integer("config_holding"),
        fields.integer("seen_revision"),
        fields.integer("seen_epoch"));
  }
}
