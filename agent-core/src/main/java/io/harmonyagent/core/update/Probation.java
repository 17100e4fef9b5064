package io.harmonyagent.core.update;

import java.util.Optional;

/**
 * The time in which a build in force has yet to last. What ran before it stays on the disk as long.
 * Starts within one boot are counted in memory; boots are counted here, for a build that takes the
 * whole device down.
 *
 * @param before what ran before; absent: the package's own
 * @param bootId of the boot that the build in force was last started in
 * @param boots in how many boots it was started, and lasted in none
 */
public record Probation(Optional<Build> before, String bootId, int boots) {
  /** Power cuts are not the build's fault, but there has to be an end. */
  static final int BOOTS = 5;

  static Probation of(Optional<Build> before, String boot) {
    return new Probation(before, boot, 1);
  }

  Probation startedIn(String boot) {
    return boot.equals(bootId) ? this : new Probation(before, boot, boots + 1);
  }

  Probation without(String sha256) {
    return new Probation(before.filter(build -> !build.sha256().equals(sha256)), bootId, boots);
  }

  boolean isUsedUp(String boot, int vainStarts) {
    return vainStarts >= Launching.STARTS_OF_CURRENT_IN_ONE_BOOT
        || (boots >= BOOTS && !boot.equals(bootId));
  }
}
