package io.harmonyagent.reconcilers.systemdunit;

import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.core.time.TimeSource;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * What can be done to a unit, each with a checkpoint before it, and jobs judged by how they ended:
 * that systemd queued one says nothing.
 */
final class UnitVerbs {
  /** Longer jobs are looked after by further looks. */
  private static final Duration JOB_LIMIT = Duration.ofSeconds(5);

  /** A signal may be lost; then the list of units shows that there is no job any more. */
  private static final Duration ASK_EVERY = Duration.ofMillis(500);

  /** A job that was queued. */
  record Queued(String name, String verb, String job) {}

  /** What came of a job, if it did not fail. */
  enum Ended {
    WELL,
    NOT_YET
  }

  private final SystemdManager systemd;
  private final UnitEvents events;
  private final Jobs jobs;
  private final Reloads reloads;
  private final UnitLook look;
  private final Endurance endurance;
  private final TimeSource time;

  UnitVerbs(
      SystemdManager systemd,
      UnitEvents events,
      Jobs jobs,
      UnitLook look,
      Endurance endurance,
      TimeSource time) {
    this.systemd = systemd;
    this.events = events;
    this.jobs = jobs;
    this.reloads = new Reloads(systemd::reload);
    this.look = look;
    this.endurance = endurance;
    this.time = time;
  }

  void mask(String name, Attempt attempt) throws ReconcileFailure, NotAvailable {
    attempt.checkpoint();
    systemd.mask(name);
    events.moved(name);
  }

  /** Both kinds of mask: the one that lasts, and the one that ends with the boot. */
  void unmask(String name, Attempt attempt) throws ReconcileFailure, NotAvailable {
    attempt.checkpoint();
    systemd.unmask(name, false);
    systemd.unmask(name, true);
    events.moved(name);
  }

  void enable(String name, Attempt attempt) throws ReconcileFailure, NotAvailable {
    attempt.checkpoint();
    systemd.enable(name, false);
    events.moved(name);
  }

  void enableUntilReboot(String name, Attempt attempt) throws ReconcileFailure, NotAvailable {
    attempt.checkpoint();
    systemd.enable(name, true);
    events.moved(name);
  }

  void disable(String name, Attempt attempt) throws ReconcileFailure, NotAvailable {
    attempt.checkpoint();
    systemd.disable(name, false);
    systemd.disable(name, true);
    events.moved(name);
  }

  void reload() throws ReconcileFailure, NotAvailable {
    reloads.reload();
  }

  void forgetFailure(String name) throws ReconcileFailure, NotAvailable {
    systemd.forgetFailure(name);
  }

  /** {@code starts}: whether the unit is meant to be up afterwards. */
  Queued queue(String verb, String name, boolean starts, Attempt attempt)
      throws ReconcileFailure, NotAvailable {
    attempt.checkpoint();
    // Our own pauses are longer than systemd's limit of starts, which would only be in the way.
    String job = starts ? systemd.queueAfresh(verb, name) : systemd.queue(verb, name);
    events.moved(name);
    if (starts) {
      endurance.started(name, job, time.now());
    }
    return new Queued(name, verb, job);
  }

  /** Waits for the end of a job; fails if it did not end well. */
  Ended await(Queued queued) throws ReconcileFailure, NotAvailable {
    long deadline = time.now().plus(JOB_LIMIT).monotonicNanos();
    Optional<String> result = jobs.await(queued.job(), ASK_EVERY);
    while (result.isEmpty() && time.now().monotonicNanos() - deadline < 0) {
      if (look.rowNow(queued.name()).job() == 0) {
        // It ended and nobody heard how; what is seen of the unit has to do.
        result = Optional.of(jobs.await(queued.job(), Duration.ZERO).orElse("done"));
      } else {
        result = jobs.await(queued.job(), ASK_EVERY);
      }
    }
    events.moved(queued.name());
    if (result.isEmpty()) {
      return Ended.NOT_YET;
    }
    return switch (result.get()) {
      case "done", "skipped" -> Ended.WELL;
      default -> throw failed(queued, result.get());
    };
  }

  private ReconcileFailure failed(Queued queued, String result)
      throws ReconcileFailure, NotAvailable {
    UnitFacts facts = look.factsNow(queued.name());
    String why =
        switch (result) {
          case "dependency" -> "something that it needs could not be started";
          case "timeout" -> "it took too long";
          case "canceled" -> "somebody called it off";
          default -> "it " + UnitWords.ended(facts);
        };
    return new ReconcileFailure(
        "UnitJobFailed",
        queued.verb().toLowerCase(Locale.ROOT)
            + " of "
            + queued.name()
            + " ended with '"
            + result
            + "': "
            + why
            + "; see 'journalctl -u "
            + queued.name()
            + "'");
  }
}
