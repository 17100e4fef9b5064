package io.harmonyagent.bench.chaos;

import java.util.Locale;

/** When a commit is acknowledged. */
enum Mode {
  ASYNC,
  SYNC,
  SYNC_STRICT;

  /** Whether an acknowledged write may be lost with the site that took it. */
  boolean mayLose() {
    return this == ASYNC;
  }

  /** As it stands in the cluster's config. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
