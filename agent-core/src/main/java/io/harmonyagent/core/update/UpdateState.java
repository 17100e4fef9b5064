package io.harmonyagent.core.update;

import io.harmonyagent.core.status.FailedBuild;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All that is remembered about builds. A value; each change makes a whole new one, which replaces
 * the old one on disk at once, so there is nothing in between for a power cut to find.
 *
 * @param packaged the version of the installed package when it was last looked at; empty before
 * @param current what runs when nothing else is tried; absent: the package's own
 * @param trial what is tried
 * @param failed builds that did not work, the newest last
 */
public record UpdateState(
    String packaged, Optional<Build> current, Optional<Trial> trial, List<FailedBuild> failed) {
  public static final UpdateState NEW =
      new UpdateState("", Optional.empty(), Optional.empty(), List.of());

  private static final int MOST_REMEMBERED = 16;

  public UpdateState {
    failed = List.copyOf(failed);
  }

  public UpdateState withTrial(Build build, long proveWithinSeconds) {
    return withTrial(Optional.of(Trial.of(build, proveWithinSeconds)));
  }

  /** The trial has shown that it works; whatever ran before it is of no use any longer. */
  public UpdateState proven() {
    return new UpdateState(packaged, trial.map(Trial::build), Optional.empty(), failed);
  }

  /**
   * The trial does its work where there is no mesh. It goes on, for as long as it takes until there
   * is one, and none of its starts so far is held against it.
   */
  public UpdateState believed() {
    return withTrial(trial.map(Trial::afresh));
  }

  /** The build does not work: if it is the one that is tried, it no longer is. */
  public UpdateState failed(FailedBuild build) {
    List<FailedBuild> all = new ArrayList<>(failed);
    all.removeIf(other -> other.artifact().equals(build.artifact()));
    all.add(build);
    while (all.size() > MOST_REMEMBERED) {
      all.removeFirst();
    }
    Optional<Trial> rest = trial.filter(t -> !t.build().sha256().equals(build.artifact()));
    return new UpdateState(packaged, current, rest, all);
  }

  /** The image of what should run is lost, so the package's own build has to do. */
  public UpdateState withoutCurrent() {
    return new UpdateState(packaged, Optional.empty(), trial, failed);
  }

  /** Nothing is tried any longer, and nothing is held against what was. */
  public UpdateState withoutTrial() {
    return withTrial(Optional.empty());
  }

  UpdateState withPackaged(String version) {
    return new UpdateState(version, current, trial, failed);
  }

  UpdateState withTrial(Optional<Trial> changed) {
    return new UpdateState(packaged, current, changed, failed);
  }

  public Optional<FailedBuild> failure(String sha256) {
    return failed.stream().filter(build -> build.artifact().equals(sha256)).findFirst();
  }

  /** Whether the image of this build is to be kept. */
  public boolean needs(String sha256) {
    return current.filter(build -> build.sha256().equals(sha256)).isPresent()
        || trial.filter(t -> t.build().sha256().equals(sha256)).isPresent();
  }
}
