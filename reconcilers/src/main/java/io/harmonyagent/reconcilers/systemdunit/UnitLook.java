package io.harmonyagent.reconcilers.systemdunit;

import io.harmonyagent.core.manifest.SystemdUnitSpec;
import io.harmonyagent.core.reconcile.Decision;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.core.reconcile.Target;
import io.harmonyagent.core.time.Moment;
import io.harmonyagent.core.time.TimeSource;
import io.harmonyagent.reconcilers.file.DeviceFiles;
import io.harmonyagent.reconcilers.file.FileIdentity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Looks at units. What only moves with a sign of it (a signal, another line in the list, another
 * entry of a directory) is asked for once and remembered until then.
 */
final class UnitLook {
  /** What was seen of a unit, and the signs that must stay for it to be still so. */
  private record Seen(
      SystemdUnitSpec spec,
      UnitRow row,
      long lastMove,
      long installMark,
      List<FileIdentity> fileMarks,
      UnitFacts facts,
      Map<String, DeviceFiles.Found> files) {
    private Seen withFileState(String state) {
      return new Seen(
          spec, row, lastMove, installMark, fileMarks, facts.withFileState(state), files);
    }
  }

  private final SystemdManager systemd;
  private final UnitEvents events;
  private final UnitSnapshots snapshots;
  private final UnitFiles files;
  private final InstallMarks installMarks;
  private final Endurance endurance;
  private final Jobs jobs;
  private final TimeSource time;
  private final String boot;
  private final Map<String, Seen> seen = new ConcurrentHashMap<>();

  UnitLook(
      SystemdManager systemd,
      UnitEvents events,
      UnitFiles files,
      InstallMarks installMarks,
      Endurance endurance,
      Jobs jobs,
      TimeSource time,
      String boot) {
    this.systemd = systemd;
    this.events = events;
    this.snapshots = new UnitSnapshots(systemd, events, time);
    this.files = files;
    this.installMarks = installMarks;
    this.endurance = endurance;
    this.jobs = jobs;
    this.time = time;
    this.boot = boot;
  }

  void forget(String name) {
    seen.remove(name);
  }

  UnitObservation at(Target<SystemdUnitSpec> target, boolean thorough)
      throws NotAvailable, ReconcileFailure {
    SystemdUnitSpec spec = target.spec();
    UnitMemo memo = UnitMemo.read(target.memo());
    events.listenFor(spec.name());
    long lastMove = events.lastMove(spec.name());
    long installMark = installMarks.mark(thorough);
    Optional<List<FileIdentity>> fileMarks = files.marks(spec);
    Seen known = seen.get(spec.name());
    UnitSight sight = thorough || known == null ? sight(spec) : null;
    UnitRow row = sight == null ? row(spec) : sight.row();
    if (sight != null
        || known == null
        || known.lastMove() != lastMove
        || installMark == 0
        || known.installMark() != installMark
        || !fileMarks.equals(Optional.of(known.fileMarks()))
        || !known.row().equals(row)
        || !known.spec().equals(spec)) {
      known =
          new Seen(
              spec,
              row,
              lastMove,
              installMark,
              fileMarks.orElse(List.of()),
              (sight == null ? sight(spec) : sight).facts(),
              files.compare(spec));
      if (needsFileState(target, known, memo)) {
        known = known.withFileState(systemd.unitFileState(spec.name()));
      }
      if (fileMarks.isPresent() && !known.facts().fileState().equals(UnitFacts.NOT_ASKED)) {
        seen.put(spec.name(), known);
      } else {
        seen.remove(spec.name());
      }
    }
    return judge(spec, known.row(), known, memo);
  }

  /**
   * To find the state of a unit's file systemd looks through all of its directories. For a unit
   * that is only to be started that is left out: whoever looks at what became of it asks.
   */
  private boolean needsFileState(Target<SystemdUnitSpec> target, Seen known, UnitMemo memo) {
    SystemdUnitSpec spec = target.spec();
    return spec.enabled().isPresent()
        || spec.masked().isPresent()
        || !UnitFiles.wanted(spec).isEmpty()
        || known.facts().stale()
        || !(UnitDecisions.decide(target, judge(spec, known.row(), known, memo))
            instanceof Decision.Update);
  }

  /** Of the unit as it is now, for a message about it. */
  UnitFacts factsNow(String name) throws NotAvailable, ReconcileFailure {
    return systemd.look(name).facts();
  }

  UnitRow rowNow(String name) throws NotAvailable, ReconcileFailure {
    return snapshots.row(name, true);
  }

  private UnitRow row(SystemdUnitSpec spec) throws NotAvailable, ReconcileFailure {
    return spec.isTemplate() ? UnitRow.ofTemplate(spec.name()) : snapshots.row(spec.name(), false);
  }

  private UnitSight sight(SystemdUnitSpec spec) throws NotAvailable, ReconcileFailure {
    return spec.isTemplate()
        ? new UnitSight(UnitRow.ofTemplate(spec.name()), UnitFacts.NONE)
        : systemd.look(spec.name());
  }

  /** Adds what depends on the time and on what happened before. */
  private UnitObservation judge(SystemdUnitSpec spec, UnitRow row, Seen known, UnitMemo memo) {
    Moment now = time.now();
    String name = spec.name();
    UnitFacts facts = known.facts();
    boolean up = row.active().equals("active");
    if (up) {
      endurance.seenUp(name, now);
    } else if (!row.active().equals("failed")
        && jobs.lastOf(name).filter(job -> !endurance.isOurs(name, job)).isPresent()) {
      endurance.stopped(name);
    }
    Duration upFor =
        up
            ? facts
                .activeSince()
                .map(since -> Duration.between(since, now.wall()))
                .orElse(Endurance.STABLE)
            : Duration.ZERO;
    boolean tooOften = endurance.isRestartedTooOften(name, facts.restarts(), now);
    Duration stableIn = Endurance.STABLE.minus(upFor);
    return new UnitObservation(
        row,
        facts,
        memo,
        known.files(),
        UnitFiles.left(spec, memo),
        endurance.startIn(name, now),
        endurance.starts(name),
        tooOften && row.isRunning() && stableIn.isPositive(),
        stableIn.isPositive() ? stableIn : Duration.ZERO,
        endurance.lastEnd(name, facts.exit().isEmpty() ? "" : UnitWords.ended(facts)),
        boot);
  }
}
