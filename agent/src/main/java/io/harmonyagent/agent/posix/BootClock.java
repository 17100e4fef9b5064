package io.harmonyagent.agent.posix;

import io.harmonyagent.failover.site.SiteClock;

/** Where the clock of a site comes from. */
public final class BootClock {
  private BootClock() {}

  /** The C library inside the native binary; on a JVM, Java's own clock. */
  public static SiteClock forThisProcess() {
    return NativeBinary.isThis() ? new NativeBootClock() : SiteClock.ofJava();
  }
}
