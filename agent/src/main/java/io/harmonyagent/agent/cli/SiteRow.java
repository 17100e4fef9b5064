package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.failover.core.LeaseRecord;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.core.SiteReport;
import io.harmonyagent.failover.lease.ClusterName;
import io.harmonyagent.failover.lease.ClusterRecords.Dated;
import io.harmonyagent.failover.lease.ClusterRecords.Picture;
import io.harmonyagent.failover.lease.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A site as its newest record tells it. Who leads writes the lease and no report, so a report that
 * is older than the lease is the past.
 */
record SiteRow(
    ClusterName cluster,
    SiteId site,
    String role,
    long epoch,
    long lsn,
    OptionalLong lagBytes,
    boolean paused,
    Optional<Instant> heard,
    Instant readAt) {

  static List<SiteRow> of(Picture picture) {
    Set<SiteId> sites = new LinkedHashSet<>();
    picture
        .config()
        .ifPresent(
            config -> {
              sites.add(config.primarySiteId());
              sites.add(config.replicaSiteId());
            });
    picture.reports().forEach(report -> sites.add(report.value().site()));
    picture.lease().ifPresent(lease -> sites.add(lease.value().siteId()));
    List<SiteRow> rows = new ArrayList<>();
    sites.forEach(site -> rows.add(row(picture, site)));
    return rows;
  }

  private static SiteRow row(Picture picture, SiteId site) {
    boolean paused = picture.config().map(config -> config.paused()).orElse(false);
    Optional<Dated<LeaseRecord>> lease =
        picture.lease().filter(record -> record.value().siteId().equals(site));
    Optional<Dated<SiteReport>> report =
        picture.reports().stream().filter(each -> each.value().site().equals(site)).findFirst();
    if (lease.isPresent() && (report.isEmpty() || report.get().at().isBefore(lease.get().at()))) {
      LeaseRecord held = lease.get().value();
      return new SiteRow(
          picture.cluster(),
          site,
          held.names(site) ? leaderRole(held) : Words.of(held.status()),
          held.epoch(),
          held.lsn(),
          OptionalLong.empty(),
          paused,
          Optional.of(lease.get().at()),
          picture.readAt());
    }
    if (report.isEmpty()) {
      return new SiteRow(
          picture.cluster(),
          site,
          "unknown",
          0,
          0,
          OptionalLong.empty(),
          paused,
          Optional.empty(),
          picture.readAt());
    }
    SiteReport told = report.get().value();
    return new SiteRow(
        picture.cluster(),
        site,
        Words.of(told.role()) + (told.streaming() ? ", streams" : ""),
        told.seenEpoch(),
        told.receivedLsn(),
        picture.lease().isPresent()
            ? OptionalLong.of(Math.max(0, picture.lease().get().value().lsn() - told.receivedLsn()))
            : OptionalLong.empty(),
        paused,
        Optional.of(report.get().at()),
        picture.readAt());
  }

  private static String leaderRole(LeaseRecord held) {
    return switch (held.status()) {
      case HEALTHY -> "primary";
      case OPENING, DEMOTING, RELEASED -> Words.of(held.status());
    };
  }

  List<String> cells() {
    return List.of(
        cluster + (paused ? " (paused)" : ""),
        site.value(),
        role,
        Long.toString(epoch),
        "%X/%08X".formatted(lsn >>> 32, lsn & 0xffff_ffffL),
        lagBytes.isPresent() ? lagBytes.getAsLong() + " B" : "",
        heard.map(at -> ago(Duration.between(at, readAt))).orElse("never"));
  }

  private static String ago(Duration age) {
    return age.isNegative()
        ? "now"
        : String.format(Locale.ROOT, "%.1f s ago", age.toMillis() / 1000.0);
  }

  Node json() {
    JsonObject json =
        new JsonObject()
            .put("cluster", cluster.value())
            .put("site", site.value())
            .put("role", role)
            .put("epoch", epoch)
            .put("lsn", lsn);
    lagBytes.ifPresent(lag -> json.put("lag_bytes", lag));
    return json.put("paused", paused).putIfPresent("heard", heard.map(Instant::toString)).node();
  }
}
