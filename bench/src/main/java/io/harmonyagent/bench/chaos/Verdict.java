package io.harmonyagent.bench.chaos;

import java.util.List;

/**
 * What clients were told, held against what the database has.
 *
 * @param phantoms rows that no client has ever sent
 * @param lagBytes how much of the log behind the last fork the clients' lost writes span
 */
record Verdict(
    int acknowledged,
    List<Overlap> overlaps,
    List<Loss> losses,
    List<WriteId> phantoms,
    long lagBytes) {

  /** Losses that a lag of the replica does not explain; in any mode there may be none. */
  long unexplained() {
    return losses.stream().filter(Loss::received).count();
  }
}
