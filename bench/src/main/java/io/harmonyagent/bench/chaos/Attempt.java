package io.harmonyagent.bench.chaos;

import java.util.Optional;

/** A write from its sending to its answer, or until the client gave up. */
record Attempt(WriteId id, long sentNs, long endedNs, Answer answer) {

  Optional<Commit> commit() {
    return switch (answer) {
      case Answer.Acked acked ->
          Optional.of(
              new Commit(
                  id,
                  new Tenancy(acked.site(), acked.timeline()),
                  acked.lsn(),
                  Math.clamp(acked.executedNs(), sentNs, endedNs),
                  endedNs));
      case Answer.Refused refused -> Optional.empty();
      case Answer.Unknown unknown -> Optional.empty();
    };
  }
}
