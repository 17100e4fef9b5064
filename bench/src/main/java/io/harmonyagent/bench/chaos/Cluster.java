package io.harmonyagent.bench.chaos;

import io.harmonyagent.testbed.Output;
import java.util.List;
import java.util.Optional;

/** Two sites with PostgreSQL, of which one should accept writes: whoever sees to that. */
interface Cluster {

  /** The one that should lead while all is well, and the other. */
  List<Site> sites();

  /** As its superuser, on the site itself. Bounded in time; does not throw when it is not up. */
  Output sql(Site site, String statement);

  /**
   * How a client finds the site that takes writes, beginning with that one.
   *
   * @param more further settings of libpq
   */
  String conninfo(Site first, String more);

  default Site preferred() {
    return sites().getFirst();
  }

  default Site peerOf(Site site) {
    return sites().getFirst().equals(site) ? sites().getLast() : sites().getFirst();
  }

  /** The only site that takes writes now; empty if there is none, or more than one. */
  default Optional<Site> writable() {
    List<Site> writable = sites().stream().filter(this::isWritable).toList();
    return writable.size() == 1 ? Optional.of(writable.getFirst()) : Optional.empty();
  }

  default boolean isWritable(Site site) {
    return site.pi().isOn() && sql(site, "select pg_is_in_recovery()").text().equals("f");
  }

  /** The other site follows and has all that this one has. */
  default boolean isFollowed(Site leader) {
    return sql(
            leader,
            "select count(*) from pg_stat_replication where state = 'streaming'"
                + " and replay_lsn >= pg_current_wal_lsn() - 8192")
        .text()
        .equals("1");
  }
}
