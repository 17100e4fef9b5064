package io.harmonyagent.failover.fencing;

/** The units by which PID 1 guards a cluster; {@code systemd/} has what they are. */
record GuardUnits(String cluster) {
  /** Active while a deadline is held. PID 1 opens nothing without it, and fences when it ends. */
  String deadman() {
    return "harmony-deadman@" + cluster + ".service";
  }

  /** Climbs the ladder; the machine is reset when it fails or takes too long. */
  String fence() {
    return "harmony-fence@" + cluster + ".service";
  }

  /** Promotes; refused unless armed. */
  String open() {
    return "harmony-open@" + cluster + ".service";
  }
}
