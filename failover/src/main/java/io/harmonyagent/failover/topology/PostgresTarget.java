package io.harmonyagent.failover.topology;

import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.failover.core.SiteId;

/** A target that can run PostgreSQL as one of two sites. */
public interface PostgresTarget {
  SiteId site();

  /** How the other site reaches this one's PostgreSQL. */
  PostgresSiteSpec.Peer asPeer(PostgresIntent intent);

  /** What this target has to have, so that it and the other one are the cluster. */
  PostgresSiteSpec postgres(PostgresIntent intent, PostgresTarget other);
}
