package io.harmonyagent.failover.fencing;

/** The units by which PID 1 guards a cluster; {@code systemd/} has what they are. */
public record GuardUnits(String cluster) {
  /** Active while a deadline is held. PID 1 opens nothing without it, and fences when it ends. */
  public String deadman() {
    return "harmony-deadman@" + cluster + ".service";
  }

  /** Climbs the ladder; the machine is reset when it fails or takes too long. */
  public String fence() {
    return "harmony-fence@" + cluster + ".service";
  }

  /** Promotes; refused unless armed. */
  public String open() {
    return "harmony-open@" + cluster + ".service";
  }
}
