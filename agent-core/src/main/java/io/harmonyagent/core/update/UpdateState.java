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
 * @param probation present as long as {@code current} has yet to last
 */
public record UpdateState(
    String packaged,
    Optional<Build> current,
    Optional<Trial> trial,
    List<FailedBuild> failed,
    Optional<Probation> probation) {
  public static final UpdateState NEW =
      new UpdateState("", Optional.empty(), Optional.empty(), List.of());

  private static final int MOST_REMEMBERED = 16;

  public UpdateState {
    failed = List.copyOf(failed);
  }

  /** What is in force has lasted. */
  public UpdateState(
      String packaged, Optional<Build> current, Optional<Trial> trial, List<FailedBuild> failed) {
    this(packaged, current, trial, failed, Optional.empty());
  }

  public UpdateState withTrial(Build build, long proveWithinSeconds) {
    return withTrial(Optional.of(Trial.of(build, proveWithinSeconds)));
  }

  /** The trial has shown that it works, and is in force. Whether it lasts is yet to be seen. */
  public UpdateState proven() {
    Optional<Probation> next = trial.map(tried -> Probation.of(current, tried.bootId()));
    return new UpdateState(packaged, trial.map(Trial::build), Optional.empty(), failed, next);
  }

  /** Whatever ran before what is in force is of no use any longer. */
  public UpdateState lasted() {
    return withProbation(Optional.empty());
  }

  /** What is in force did not last: what ran before it is in force again. */
  UpdateState fellBack(FailedBuild build) {
    return withoutCurrent().failed(build);
  }

  /**
   * The trial does its work where there is no mesh. It goes on, for as long as it takes until there
   * is one, and none of its starts so far is held against it.
   */
  public UpdateState believed() {
    return withTrial(trial.map(Trial::afresh));
  }

  /** The trial was to be started, and could not be. */
  public UpdateState notStarted() {
    return withTrial(trial.map(Trial::notStarted));
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
    Optional<Probation> before = probation.map(p -> p.without(build.artifact()));
    return new UpdateState(packaged, current, rest, all, before);
  }

  /**
   * What should run cannot, so what ran before it has to do: the package's own, if nothing else.
   */
  public UpdateState withoutCurrent() {
    Optional<Build> before = probation.flatMap(Probation::before);
    return new UpdateState(packaged, before, trial, failed, Optional.empty());
  }

  /** The package's own build is meant to run. */
  UpdateState withThePackageInForce() {
    return new UpdateState(packaged, Optional.empty(), trial, failed, Optional.empty());
  }

  /** Nothing is tried any longer, and nothing is held against what was. */
  public UpdateState withoutTrial() {
    return withTrial(Optional.empty());
  }

  UpdateState withPackaged(String version) {
    return new UpdateState(version, current, trial, failed, probation);
  }

  UpdateState withTrial(Optional<Trial> changed) {
    return new UpdateState(packaged, current, changed, failed, probation);
  }

  UpdateState withProbation(Optional<Probation> changed) {
    return new UpdateState(packaged, current, trial, failed, changed);
  }

  /** Whether the build of this image has yet to show that it works, and lasts. */
  public boolean isToBeProven(String sha256) {
    return isTrial(sha256) || (isCurrent(sha256) && probation.isPresent());
  }

  public boolean isCurrent(String sha256) {
    return isOf(sha256, current);
  }

  public boolean isTrial(String sha256) {
    return isOf(sha256, trial.map(Trial::build));
  }

  private static boolean isOf(String sha256, Optional<Build> build) {
    return build.isPresent() && build.get().sha256().equals(sha256);
  }

  public Optional<FailedBuild> failure(String sha256) {
    return failed.stream().filter(build -> build.artifact().equals(sha256)).findFirst();
  }

  /** Whether the image of this build is to be kept. */
  public boolean needs(String sha256) {
    return isCurrent(sha256)
        || isTrial(sha256)
        || isOf(sha256, probation.flatMap(Probation::before));
  }
}
