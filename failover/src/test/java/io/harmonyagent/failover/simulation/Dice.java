package io.harmonyagent.failover.simulation;

/** The one source of chance of a run (SplitMix64): fast, and the same on every machine. */
class Dice {
  static final long MILLION = 1_000_000;

  private long state;

  Dice(long seed) {
    state = seed;
  }

  /** No chance at all: everything takes the middle of its range, and nothing rare happens. */
  static Dice middle() {
    return new Dice(0) {
      @Override
      long below(long bound) {
        return bound / 2;
      }
    };
  }

  final long next() {
    state += 0x9E3779B97F4A7C15L;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** 0 ≤ result &lt; bound. */
  long below(long bound) {
    return bound <= 1 ? 0 : Long.remainderUnsigned(next() >>> 1, bound);
  }

  /** Both ends included. */
  long between(long low, long high) {
    return low + below(high - low + 1);
  }

  boolean chance(long perMillion) {
    return perMillion > 0 && below(MILLION) < perMillion;
  }

  boolean oneIn(long n) {
    return below(n) == 0;
  }

  long pick(long... options) {
    return options[(int) below(options.length)];
  }
}
