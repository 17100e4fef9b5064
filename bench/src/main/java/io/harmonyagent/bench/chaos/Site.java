package io.harmonyagent.bench.chaos;

import io.harmonyagent.testbed.Pi;

/** One of the two Pis with PostgreSQL; known to clients by its name. */
record Site(Pi pi) {
  String name() {
    return pi.name();
  }

  @Override
  public String toString() {
    return name();
  }
}
