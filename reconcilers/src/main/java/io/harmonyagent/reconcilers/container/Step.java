package io.harmonyagent.reconcilers.container;

import io.harmonyagent.core.status.ResourceError;
import io.harmonyagent.reconcilers.container.podman.PodmanContainer;
import java.time.Duration;
import java.util.Optional;

/**
 * What comes next for a container. A replacement is a row of steps, each decided anew from what is
 * there: so it goes on after a crash where it was.
 */
sealed interface Step {
  /** It is as it should be. */
  record InPlace() implements Step {}

  /** It is on its way. */
  record Wait(String what, Duration lookAgainIn) implements Step {}

  /** Nothing can be done about it now. */
  record Refuse(ResourceError error, Optional<Duration> retryAfter) implements Step {}

  /** There is none: make and start one. Its predecessor, if there is one, is stopped first. */
  record Make() implements Step {}

  /** It is not the wanted version. */
  record Replace(PodmanContainer current, String reason) implements Step {}

  /**
   * It is there and does not run.
   *
   * @param crashesInARow how often it ended in a row, this time included; 0 if it never ran
   */
  record Start(PodmanContainer current, String reason, int crashesInARow) implements Step {}

  /** It runs, and something that it depends on changed. */
  record Restart(PodmanContainer current, String reason) implements Step {}

  record Unpause(PodmanContainer current) implements Step {}

  record RenameBack(PodmanContainer renamed) implements Step {}

  /** The new one is well: its predecessor can go. */
  record Finish(PodmanContainer current, PodmanContainer previous) implements Step {}

  /** The new one is not: its predecessor comes back. */
  record RollBack(Version failed, String reason) implements Step {}

  /** The version that was given up is no longer what is wanted. */
  record Forget(PodmanContainer current) implements Step {}
}
