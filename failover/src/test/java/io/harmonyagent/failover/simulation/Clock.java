package io.harmonyagent.failover.simulation;

/** A machine's monotonic clock: it runs a little wrong, and in some runs it jumps forward. */
final class Clock {
  private static final long MILLION = 1_000_000;

  private final long driftPpm;
  private long baseTrueUs;
  private long baseLocalUs;

  Clock(long driftPpm, long startLocalUs) {
    this.driftPpm = driftPpm;
    this.baseLocalUs = startLocalUs;
  }

  long localMs(long trueUs) {
    return localUs(trueUs) / 1_000;
  }

  private long localUs(long trueUs) {
    long elapsed = trueUs - baseTrueUs;
    return baseLocalUs + elapsed + elapsed * driftPpm / MILLION;
  }

  /** The first true time at which this clock shows at least that. */
  long trueUsAt(long localMs, long nowUs) {
    long missing = localMs * 1_000 - localUs(nowUs);
    if (missing <= 0) {
      return nowUs;
    }
    long timeUs = nowUs + missing * MILLION / (MILLION + driftPpm);
    while (localUs(timeUs) < localMs * 1_000) {
      timeUs++;
    }
    return timeUs;
  }

  /** How long, in truth, a span of this clock takes. */
  long trueSpanUs(long localMs) {
    return localMs * 1_000 * MILLION / (MILLION + driftPpm);
  }

  void jump(long us, long nowUs) {
    baseLocalUs = localUs(nowUs) + us;
    baseTrueUs = nowUs;
  }

  /** A boot: the monotonic clock begins anew. */
  void restart(long nowUs, long startLocalUs) {
    baseLocalUs = startLocalUs;
    baseTrueUs = nowUs;
  }
}
