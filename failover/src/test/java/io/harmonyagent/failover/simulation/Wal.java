package io.harmonyagent.failover.simulation;

/** A position in the log that grows with time while it is allowed to. */
final class Wal {
  private final World world;
  private long baseBytes = 1_000_000;
  private long baseUs;
  private long earlierBytes = baseBytes;
  private boolean growing;

  Wal(World world) {
    this.world = world;
  }

  long now() {
    return growing ? baseBytes + grownBytes(world.nowUs - baseUs) : baseBytes;
  }

  private long grownBytes(long us) {
    return us * world.plan.walBytesPerMs() / 1_000;
  }

  /** Where it stood a moment ago; never more than it really was. */
  long wasUs(long timeUs) {
    if (timeUs >= baseUs) {
      return growing ? baseBytes + grownBytes(timeUs - baseUs) : baseBytes;
    }
    return Math.max(earlierBytes, baseBytes - grownBytes(baseUs - timeUs));
  }

  void grow(boolean from) {
    long bytes = now();
    earlierBytes = Math.max(baseBytes, wasUs(world.nowUs - world.plan.baseLatencyUs()));
    baseBytes = bytes;
    baseUs = world.nowUs;
    growing = from;
  }

  /** A standby has received up to here. */
  void raiseTo(long bytes) {
    if (bytes > baseBytes) {
      baseBytes = bytes;
    }
  }

  void rewindTo(long bytes) {
    baseBytes = bytes;
    earlierBytes = bytes;
  }
}
