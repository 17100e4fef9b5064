package io.harmonyagent.agent.it.fuzz;

import io.harmonyagent.testbed.Testbed;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A few of the random days of {@code make converge-fuzz}: fixed ones, and one that is new. */
class ConvergeFuzzIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1);

  private static Fuzz fuzz;

  @BeforeAll
  static void boot() {
    fuzz = Fuzz.on(bed, "fuzz");
  }

  static long[] seeds() {
    return new long[] {1, 2, 3, 4, new SplittableRandom().nextLong(1_000_000)};
  }

  /** The seed is the argument; {@code make converge-fuzz SEED=n} runs it again. */
  @ParameterizedTest
  @MethodSource("seeds")
  void after_a_random_day_the_device_is_what_it_should_be_and_nothing_else(long seed) {
    fuzz.day(seed);
  }
}
