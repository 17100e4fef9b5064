package io.harmonyagent.failover.simulation;

import java.util.ArrayList;
import java.util.List;

/** Every promotion forks the log. Knows which positions two branches have in common. */
final class Timelines {
  static final long ROOT = 1;

  private final List<Long> parents = new ArrayList<>(List.of(0L, 0L));
  private final List<Long> forks = new ArrayList<>(List.of(0L, 0L));

  long fork(long parent, long lsn) {
    parents.add(parent);
    forks.add(lsn);
    return parents.size() - 1L;
  }

  /** The last position that a branch at {@code lsn} shares with another that ends at {@code to}. */
  long common(long timeline, long lsn, long other, long to) {
    long limit = to;
    for (long at = other; at != 0; at = parents.get((int) at)) {
      long mine = lsn;
      for (long own = timeline; own != 0; own = parents.get((int) own)) {
        if (own == at) {
          return Math.min(limit, mine);
        }
        mine = Math.min(mine, forks.get((int) own));
      }
      limit = Math.min(limit, forks.get((int) at));
    }
    return 0;
  }

  boolean canStream(long timeline, long lsn, long upstream, long upstreamLsn) {
    return common(timeline, lsn, upstream, upstreamLsn) == lsn;
  }
}
