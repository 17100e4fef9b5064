package io.harmonyagent.core.update;

import io.harmonyagent.core.status.FailedBuild;
import java.time.Instant;
import java.util.Optional;

/**
 * Decides which build starts. It runs in the package's own binary, which no update replaces, before
 * every start of the service. The start of a build that is tried is counted on disk before it
 * happens, so that one that never comes to do anything at all runs out of tries.
 */
public final class Launching {
  /**
   * One bad start can be bad luck: the device ran out of memory, somebody restarted the service.
   */
  static final int STARTS_IN_ONE_BOOT = 2;

  /** Power cuts are not the build's fault, but one that takes the whole device down has to end. */
  static final int STARTS = 5;

  /**
   * After so many starts in one boot that all ended soon, what is in force is given a rest; or up,
   * as long as there is something to go back to.
   */
  static final int STARTS_OF_CURRENT_IN_ONE_BOOT = 5;

  /**
   * What is to be done.
   *
   * @param state what has to be on disk before the build is started
   * @param build what to start; absent: the package's own
   * @param isTried whether it has yet to show that it works
   */
  public record Decision(UpdateState state, Optional<Build> build, boolean isTried) {}

  private Launching() {}

  /**
   * Decides from what is on disk and nothing else.
   *
   * @param packaged the version of the package's own build
   * @param vainStarts how often what is in force was started in this boot and did not last
   */
  public static Decision decide(
      UpdateState before, String packaged, String bootId, int vainStarts, Instant now) {
    UpdateState state = withoutWhatThePackageReplaced(before, packaged);
    if (state.trial().isPresent()) {
      Trial trial = state.trial().get();
      if (!trial.isUsedUp(bootId)) {
        return new Decision(
            state.withTrial(Optional.of(trial.startedIn(bootId))),
            Optional.of(trial.build()),
            true);
      }
      state = state.failed(didNotProve(trial, now));
    }
    if (state.current().isPresent() && state.probation().isPresent()) {
      Probation probation = state.probation().get();
      if (probation.isUsedUp(bootId, vainStarts)) {
        state = state.fellBack(didNotLast(state.current().get(), probation, vainStarts, now));
        return new Decision(state, state.current(), false);
      }
      state = state.withProbation(Optional.of(probation.startedIn(bootId)));
    }
    return new Decision(
        state, state.current().filter(_ -> vainStarts < STARTS_OF_CURRENT_IN_ONE_BOOT), false);
  }

  /** Somebody who installs a newer package means it to run. */
  private static UpdateState withoutWhatThePackageReplaced(UpdateState state, String packaged) {
    if (state.packaged().equals(packaged)) {
      return state;
    }
    UpdateState seen = state.withPackaged(packaged);
    // A first look at a state that names no package: nothing was replaced.
    if (state.packaged().isEmpty()) {
      return seen;
    }
    Optional<Build> trial = state.trial().map(Trial::build);
    if (isOlder(state.current(), packaged)) {
      seen = seen.withThePackageInForce();
    }
    Optional<Build> before = seen.probation().flatMap(Probation::before);
    if (isOlder(before, packaged)) {
      String sha256 = before.orElseThrow().sha256();
      seen = seen.withProbation(seen.probation().map(probation -> probation.without(sha256)));
    }
    return isOlder(trial, packaged) ? seen.withoutTrial() : seen;
  }

  private static boolean isOlder(Optional<Build> build, String packaged) {
    return build.isPresent() && Versions.isOlder(build.get().version(), packaged);
  }

  private static FailedBuild didNotLast(
      Build build, Probation probation, int vainStarts, Instant now) {
    return new FailedBuild(
        build.version(),
        build.sha256(),
        "DidNotLast",
        "it showed that it works, and then ended soon after each start (in this boot: %d; boots: %d);"
                .formatted(vainStarts, probation.boots())
            + " the journal of the device says more",
        now);
  }

  private static FailedBuild didNotProve(Trial trial, Instant now) {
    return new FailedBuild(
        trial.build().version(),
        trial.build().sha256(),
        "NotProven",
        "it was started %d times and never showed that it works; the journal of the device says more"
            .formatted(trial.starts()),
        now);
  }
}
