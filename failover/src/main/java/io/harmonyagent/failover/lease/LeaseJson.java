package io.harmonyagent.failover.lease;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.failover.core.Claim;
import io.harmonyagent.failover.core.LeaseRecord;
import io.harmonyagent.failover.core.LeaseStatus;
import io.harmonyagent.failover.core.Purpose;
import io.harmonyagent.failover.core.ReplicationMode;
import io.harmonyagent.failover.core.SiteId;
import java.util.LinkedHashSet;
import java.util.Set;

/** {@code <c>.state} as JSON. Every field is required: a half-understood lease is none. */
public final class LeaseJson {
  private LeaseJson() {}

  static JsonObject write(LeaseRecord lease) {
    JsonObject json = new JsonObject().put("epoch", lease.epoch());
    if (lease.currentPrimary().isPresent()) {
      json.put("current_primary", lease.currentPrimary().get().value());
    } else {
      json.putNull("current_primary");
    }
    return json.put("site_id", lease.siteId().value())
        .put("status", Words.of(lease.status()))
        .put("counter", lease.counter())
        .put("lsn", lease.lsn())
        .put("timeline", lease.timeline())
        .put("replication", Words.of(lease.replication()))
        .putTexts("sync_sites", lease.syncSites().stream().map(SiteId::value).sorted().toList())
        .put("config_revision", lease.configRevision())
        .put("config_seen", lease.configSeen())
        .put("failover_timeout_ms", lease.failoverTimeoutMs())
        .put(
            "claim",
            new JsonObject()
                .put("site", lease.claim().site().value())
                .put("boot_id", lease.claim().bootId())
                .put("number", lease.claim().number()))
        .put("cause", Words.of(lease.cause()));
  }

  public static LeaseRecord read(Fields fields) throws InvalidDocument {
    Fields claim = fields.object("claim");
    return new LeaseRecord(
        fields.integer("epoch"),
        Words.optionalSite(fields, "current_primary"),
        Words.site(fields, "site_id"),
        Words.read(fields, "status", LeaseStatus.values()),
        fields.integer("counter"),
        fields.integer("lsn"),
        fields.integer("timeline"),
        Words.read(fields, "replication", ReplicationMode.values()),
        syncSites(fields),
        fields.integer("config_revision"),
        fields.integer("config_seen"),
        fields.integer("failover_timeout_ms"),
        new Claim(Words.site(claim, "site"), claim.text("boot_id"), claim.integer("number")),
        Words.read(fields, "cause", Purpose.values()));
  }

  private static Set<SiteId> syncSites(Fields fields) throws InvalidDocument {
    Set<SiteId> sites = new LinkedHashSet<>();
    for (String text : fields.texts("sync_sites")) {
      sites.add(Words.site(fields, "sync_sites", text));
    }
    return Set.copyOf(sites);
  }
}
