package io.harmonyagent.core.engine;

import io.harmonyagent.core.time.Moment;
import java.util.Optional;

/**
 * One line of work that is started, finishes or outlives its deadline, fails and is tried again. At
 * most one start is under way at a time, so two of them can never undo each other.
 */
final class Job {
  /** A start that has not finished. */
  record Run(Ticket ticket, Moment startedAt, Moment deadline) {}

  private Optional<Run> run = Optional.empty();
  private Optional<Moment> retryAt = Optional.empty();
  private int failures;
  private boolean wantedAgain;

  boolean isRunning() {
    return run.isPresent();
  }

  boolean isRunning(Ticket ticket) {
    return run.isPresent() && run.get().ticket().equals(ticket);
  }

  int failures() {
    return failures;
  }

  /** Whether somebody asked for it while it was under way. */
  boolean isWantedAgain() {
    return wantedAgain;
  }

  void wantAgain() {
    wantedAgain = true;
  }

  void start(Run started) {
    assert run.isEmpty() : "one start at a time";
    run = Optional.of(started);
    retryAt = Optional.empty();
    wantedAgain = false;
  }

  /** Ends the current start, whatever came of it. */
  Run end() {
    Run ended = run.orElseThrow();
    run = Optional.empty();
    return ended;
  }

  void succeeded() {
    forgetFailures();
  }

  void failedUntil(Moment retry) {
    retryAt = Optional.of(retry);
  }

  int countFailure() {
    return ++failures;
  }

  void forgetFailures() {
    failures = 0;
    retryAt = Optional.empty();
  }

  boolean isOverdue(Moment now) {
    return run.isPresent() && !now.isBefore(run.get().deadline());
  }

  boolean isRetryDue(Moment now) {
    return run.isEmpty() && retryAt.isPresent() && !now.isBefore(retryAt.get());
  }

  /** When {@link Engine#tick} has something to do for it, if ever. */
  Optional<Moment> due() {
    return run.isPresent() ? Optional.of(run.get().deadline()) : retryAt;
  }
}
