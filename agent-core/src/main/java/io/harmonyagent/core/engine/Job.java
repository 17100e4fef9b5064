package io.harmonyagent.core.engine;

import io.harmonyagent.core.time.Moment;
import java.time.Duration;
import java.util.Optional;

/**
 * One line of work that is started, finishes or outlives its deadline, fails and is tried again. At
 * most one start is under way at a time, so two of them can never undo each other.
 */
final class Job {
  private static final Duration ECHO = Duration.ofSeconds(1);

  /** A start that has not finished. */
  record Run(Ticket ticket, Moment startedAt, Moment deadline) {}

  private Optional<Run> run = Optional.empty();
  private Optional<Moment> retryAt = Optional.empty();
  private Optional<Moment> failedAt = Optional.empty();
  private Optional<Moment> refusedUntil = Optional.empty();
  private int failures;
  private boolean wantedAgain;
  private boolean calledOff;

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
    calledOff = false;
  }

  /** Whether the current start, or the last one, was told to end early: then it says nothing. */
  boolean isCalledOff() {
    return calledOff;
  }

  /** Gives the current start no more than that long to end. */
  Ticket callOff(Moment deadline) {
    Run hurried = run.orElseThrow();
    if (deadline.isBefore(hurried.deadline())) {
      run = Optional.of(new Run(hurried.ticket(), hurried.startedAt(), deadline));
    }
    calledOff = true;
    return hurried.ticket();
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

  void failed(Moment now, Moment retry) {
    failedAt = Optional.of(now);
    refusedUntil = Optional.empty();
    retryAt = Optional.of(retry);
  }

  /** It was decided not to try: so nothing was stirred up whose echo could come back. */
  void refused(Moment retry) {
    failedAt = Optional.empty();
    refusedUntil = Optional.of(retry);
    retryAt = refusedUntil;
  }

  /** Until when it was last decided not to try, if that is how it last ended. */
  Optional<Moment> refusedUntil() {
    return refusedUntil;
  }

  /** It did not fail, and has to be looked at again before long. */
  void lookAgain(Moment when) {
    forgetFailures();
    retryAt = Optional.of(when);
  }

  /** Whether a device event now may be nothing but the echo of a try that just failed. */
  boolean mayBeEcho(Moment now) {
    return failedAt.isPresent() && now.since(failedAt.get()).compareTo(ECHO) < 0;
  }

  /** It cannot be tried before something else happens; whoever sees that happen asks again. */
  void cancelRetry() {
    retryAt = Optional.empty();
  }

  /** Whether the last try failed, as against that there was nothing to try. */
  boolean waitsForRetry() {
    return failures > 0 && refusedUntil.isEmpty();
  }

  int countFailure() {
    return ++failures;
  }

  void forgetFailures() {
    failures = 0;
    failedAt = Optional.empty();
    refusedUntil = Optional.empty();
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
