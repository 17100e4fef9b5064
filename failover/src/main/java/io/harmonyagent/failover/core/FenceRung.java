package io.harmonyagent.failover.core;

/** The ladder, mildest first. It goes on from a rung whose success could not be observed. */
public enum FenceRung {
  FAST_STOP,
  IMMEDIATE_STOP,
  KILL,
  PORT_DROP,
  REBOOT;

  public FenceRung next() {
    return switch (this) {
      case FAST_STOP -> IMMEDIATE_STOP;
      case IMMEDIATE_STOP -> KILL;
      case KILL -> PORT_DROP;
      case PORT_DROP, REBOOT -> REBOOT;
    };
  }
}
