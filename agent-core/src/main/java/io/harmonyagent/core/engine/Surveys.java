package io.harmonyagent.core.engine;

import io.harmonyagent.core.time.Moment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * When the device is asked what on it carries our mark. One survey at a time; one that could not
 * ask everybody is repeated with the next pass.
 */
final class Surveys {
  /** A manifest's own work goes first: nobody waits for what a survey finds. */
  static final Duration AFTER_A_MANIFEST = Duration.ofMillis(500);

  private final Job job = new Job();
  private final Duration deadline;
  private boolean complete = true;

  Surveys(Duration deadline) {
    this.deadline = deadline;
  }

  /** There is one to come. One that is under way may not see all, and is repeated with a pass. */
  void wantShortly(Moment now) {
    complete = false;
    if (job.isRunning()) {
      job.wantAgain();
    } else {
      job.lookAgain(now.plus(AFTER_A_MANIFEST));
    }
  }

  void pass(boolean thorough, Supplier<Ticket> tickets, Moment now, List<Effect> effects) {
    if (!job.isRunning() && (thorough || !complete)) {
      start(tickets, now, effects);
    }
  }

  void tick(Supplier<Ticket> tickets, Moment now, List<Effect> effects) {
    if (job.isOverdue(now)) {
      effects.add(new Effect.Abandon(job.end().ticket()));
    } else if (job.isRetryDue(now)) {
      start(tickets, now, effects);
    }
  }

  boolean isRunning(Ticket ticket) {
    return job.isRunning(ticket);
  }

  /** What was found, if it was looked for at all. */
  List<Ownership> ended(Outcome outcome) {
    job.end();
    if (outcome instanceof Outcome.Surveyed(var found, var all)) {
      complete = all && !job.isWantedAgain();
      return found;
    }
    return List.of();
  }

  Optional<Moment> due() {
    return job.due();
  }

  private void start(Supplier<Ticket> tickets, Moment now, List<Effect> effects) {
    Ticket ticket = tickets.get();
    job.start(new Job.Run(ticket, now, now.plus(deadline)));
    complete = false;
    effects.add(new Effect.Start(ticket, new Work.Survey()));
  }
}
