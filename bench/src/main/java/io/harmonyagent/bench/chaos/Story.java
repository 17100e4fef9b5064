package io.harmonyagent.bench.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What a run has done, as it happened: for whoever has to find out why it failed. */
final class Story {
  private final long beginNs = System.nanoTime();
  private final List<String> lines = new ArrayList<>();

  synchronized void tell(String what) {
    lines.add("%8.3f s  %s".formatted(sinceBegin().toMillis() / 1000.0, what));
  }

  Duration sinceBegin() {
    return Duration.ofNanos(System.nanoTime() - beginNs);
  }

  synchronized List<String> lines() {
    return List.copyOf(lines);
  }
}
