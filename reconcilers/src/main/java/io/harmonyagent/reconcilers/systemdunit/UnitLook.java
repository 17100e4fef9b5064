package io.harmonyagent.reconcilers.systemdunit;

import io.harmonyagent.core.manifest.SystemdUnitSpec;
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
      Map<String, DeviceFiles.Found> files) {}

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
    UnitRow row = row(spec, thorough);
    Seen known = seen.get(spec.name());
    if (thorough
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
              facts(spec, row),
              files.compare(spec));
      if (fileMarks.isPresent()) {
        seen.put(spec.name(), known);
      } else {
        seen.remove(spec.name());
      }
    }
    return judge(spec, row, known, memo);
  }

  /** Of the unit as it is now, for a message about it. */
  UnitFacts factsNow(String name) throws NotAvailable, ReconcileFailure {
    return systemd.facts(snapshots.row(name, true));
  }

  UnitRow rowNow(String name) throws NotAvailable, ReconcileFailure {
    return snapshots.row(name, true);
  }

  private UnitRow row(SystemdUnitSpec spec, boolean thorough)
      throws NotAvailable, ReconcileFailure {
    return spec.isTemplate()
        ? UnitRow.ofTemplate(spec.name())
        : snapshots.row(spec.name(), thorough);
  }

  private UnitFacts facts(SystemdUnitSpec spec, UnitRow row) throws NotAvailable, ReconcileFailure {
    return spec.isTemplate()
        ? UnitFacts.NONE.withFileState(systemd.unitFileState(spec.name()))
        : systemd.facts(row);
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
        endurance.lastEnd(name, facts.exit().isEmpty() ? "" : UnitDecisions.ended(facts)),
        boot);
  }
}
