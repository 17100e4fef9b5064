package io.harmonyagent.agent.cli;

import java.util.ArrayList;
import java.util.List;

/** The order of a rollout: canaries one by one, then the rest in groups. */
final class Waves {
  private Waves() {}

  static <T> List<List<T>> of(List<T> all, int canaries, int groupSize) {
    List<List<T>> waves = new ArrayList<>();
    int next = 0;
    while (next < all.size()) {
      int size = next < canaries ? 1 : groupSize;
      int end = Math.min(all.size(), next + size);
      waves.add(List.copyOf(all.subList(next, end)));
      next = end;
    }
    return waves;
  }
}
