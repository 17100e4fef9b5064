package io.harmonyagent.core.update;

/**
 * A build that has yet to show that it works.
 *
 * @param proveWithinSeconds how long each start may take to do so; whoever began the trial has read
 *     the configuration, and whoever starts it has not
 * @param bootId of the boot that it was last started in; empty before the first start
 * @param startsInBoot how often it was started in that boot
 * @param starts how often in all
 */
public record Trial(
    Build build, int proveWithinSeconds, String bootId, int startsInBoot, int starts) {
  private static final int LONGEST_SECONDS = 24 * 60 * 60;

  /** Never without a limit: to the kernel's alarm, 0 is none at all. */
  public Trial {
    proveWithinSeconds = Math.clamp(proveWithinSeconds, 1, LONGEST_SECONDS);
  }

  static Trial of(Build build, long proveWithinSeconds) {
    return new Trial(build, Math.clamp(proveWithinSeconds, 1, LONGEST_SECONDS), "", 0, 0);
  }

  Trial startedIn(String boot) {
    return new Trial(
        build, proveWithinSeconds, boot, boot.equals(bootId) ? startsInBoot + 1 : 1, starts + 1);
  }

  /** The device could not start it, which says little of the build. It counts in all, no more. */
  Trial notStarted() {
    return new Trial(build, proveWithinSeconds, bootId, Math.max(0, startsInBoot - 1), starts);
  }

  /** Whether it gets no other start in this boot should this one come to nothing. */
  public boolean isLastStart() {
    return isUsedUp(bootId);
  }

  boolean isUsedUp(String boot) {
    return starts >= Launching.STARTS
        || (boot.equals(bootId) && startsInBoot >= Launching.STARTS_IN_ONE_BOOT);
  }

  /** As if it had never been started. */
  Trial afresh() {
    return of(build, proveWithinSeconds);
  }
}
