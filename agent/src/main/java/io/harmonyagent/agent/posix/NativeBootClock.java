package io.harmonyagent.agent.posix;

import io.harmonyagent.failover.site.SiteClock;
import org.graalvm.nativeimage.StackValue;
import org.graalvm.word.Pointer;

/** {@code CLOCK_BOOTTIME}: unlike Java's monotonic clock it goes on while the machine sleeps. */
final class NativeBootClock implements SiteClock {
  private static final int CLOCK_BOOTTIME = 7;
  private static final int TIMESPEC_BYTES = 16;
  private static final int NANOS = 8;
  private static final long MS_PER_SECOND = 1_000;
  private static final long NANOS_PER_MS = 1_000_000;

  @Override
  public long nowMs() {
    Pointer time = StackValue.get(TIMESPEC_BYTES);
    if (Libc.clockGettime(CLOCK_BOOTTIME, time) != 0) {
      throw new IllegalStateException("this kernel has no CLOCK_BOOTTIME");
    }
    return time.readLong(0) * MS_PER_SECOND + time.readLong(NANOS) / NANOS_PER_MS;
  }
}
