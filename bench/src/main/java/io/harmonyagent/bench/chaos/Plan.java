package io.harmonyagent.bench.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * What happens in one run, wholly decided by its seed. Half of the runs have one fault; the others
 * two or three, near enough to each other to meet.
 */
record Plan(long seed, Mode mode, List<Strike> strikes) {
  private static final List<Mode> MODES = List.of(Mode.values());
  private static final List<FaultKind> KINDS = List.of(FaultKind.values());
  private static final int FIRST_AT_MS = 500;
  private static final int LAST_AT_MS = 6_000;
  private static final int SHORTEST_MS = 200;
  private static final int LONG_MS = 10_000;
  private static final int LONGEST_FREEZE_MS = 60_000;
  private static final int SHORTEST_LONG_FREEZE_MS = 15_000;

  static Plan of(long seed) {
    // Seeds that follow each other shall not begin alike.
    RandomGenerator random = new SplittableRandom(new SplittableRandom(seed).nextLong());
    Mode mode = any(MODES, random);
    int count = random.nextBoolean() ? 1 : 2 + random.nextInt(2);
    List<Strike> strikes = new ArrayList<>();
    // One kind after the other from seed to seed, so that none is rare; the others are any.
    strikes.add(strike(KINDS.get((int) Math.floorMod(seed, (long) KINDS.size())), random));
    while (strikes.size() < count) {
      Strike strike = strike(any(KINDS, random), random);
      if (strikes.stream().noneMatch(other -> excludes(other, strike))) {
        strikes.add(strike);
      }
    }
    strikes.sort(Comparator.comparing(Strike::at));
    return new Plan(seed, mode, List.copyOf(strikes));
  }

  private static Strike strike(FaultKind kind, RandomGenerator random) {
    // Leaders have more to lose.
    Strike.Target target = random.nextInt(10) < 7 ? Strike.Target.LEADER : Strike.Target.FOLLOWER;
    int at = random.nextInt(FIRST_AT_MS, LAST_AT_MS);
    return new Strike(kind, target, Duration.ofMillis(at), Duration.ofMillis(length(kind, random)));
  }

  private static <T> T any(List<T> all, RandomGenerator random) {
    return all.get(random.nextInt(all.size()));
  }

  /** One frozen agent in four is so for long, as others were measured; the rest is over sooner. */
  private static int length(FaultKind kind, RandomGenerator random) {
    return kind == FaultKind.AGENT_FROZEN && random.nextInt(4) == 0
        ? random.nextInt(SHORTEST_LONG_FREEZE_MS, LONGEST_FREEZE_MS + 1)
        : random.nextInt(SHORTEST_MS, LONG_MS);
  }

  /** What one of them does would undo the other. */
  private static boolean excludes(Strike one, Strike other) {
    boolean restores =
        one.kind() == FaultKind.NATS_RESTORED_FROM_AN_OLDER_COPY
            || other.kind() == FaultKind.NATS_RESTORED_FROM_AN_OLDER_COPY;
    return one.kind() == other.kind()
        || (restores && one.kind().isAtTheMesh() && other.kind().isAtTheMesh());
  }

  @Override
  public String toString() {
    return "seed %d, %s: %s"
        .formatted(seed, mode, String.join(", ", strikes.stream().map(Strike::toString).toList()));
  }
}
