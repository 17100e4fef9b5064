package io.harmonyagent.bench.chaos;

import java.util.Locale;

/**
 * What can go wrong. One that has a target hits the site that leads at the beginning, or the other.
 */
enum FaultKind {
  POWER_CUT(Hits.ONE_SITE),
  CUT_FROM_MESH(Hits.ONE_SITE),
  CUT_FROM_PEER(Hits.ONE_SITE),
  CUT_FROM_MESH_AND_PEER(Hits.ONE_SITE),
  ISOLATED(Hits.ONE_SITE),
  DEAF_TO_MESH(Hits.ONE_SITE),
  UNHEARD_BY_MESH(Hits.ONE_SITE),
  LATENCY_ABOVE_THE_TIMEOUT(Hits.ONE_SITE),
  LOSES_30_PERCENT(Hits.ONE_SITE),
  AGENT_KILLED(Hits.ONE_SITE),
  AGENT_FROZEN(Hits.ONE_SITE),
  AGENT_RESTARTED(Hits.ONE_SITE),
  AGENT_UPDATED(Hits.ONE_SITE),
  POSTGRES_KILLED(Hits.ONE_SITE),
  POSTGRES_FROZEN(Hits.ONE_SITE),
  POSTGRES_WILL_NOT_STOP(Hits.ONE_SITE),
  DISK_FULL(Hits.ONE_SITE),
  BOTH_SITES_REBOOTED(Hits.BOTH_SITES),
  NATS_LEADER_KILLED(Hits.MESH),
  NATS_LEADER_FROZEN(Hits.MESH),
  NATS_CLOCK_JUMPS(Hits.MESH),
  NATS_DOWN(Hits.MESH),
  NATS_RESTORED_FROM_AN_OLDER_COPY(Hits.MESH);

  /** What is broken. */
  enum Hits {
    ONE_SITE,
    BOTH_SITES,
    MESH
  }

  private final Hits hits;

  FaultKind(Hits hits) {
    this.hits = hits;
  }

  boolean hasTarget() {
    return hits == Hits.ONE_SITE;
  }

  boolean isAtTheMesh() {
    return hits == Hits.MESH;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
