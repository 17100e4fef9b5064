package io.harmonyagent.reconcilers.systemdunit;

import io.harmonyagent.core.manifest.SystemdUnitSpec;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.core.time.Moment;
import io.harmonyagent.core.time.TimeSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The list of all units that we keep, asked for once and shared by the looks of one pass. It is
 * used for a moment only, and not beyond any sign that a unit moved.
 */
final class UnitSnapshots {
  private static final Duration FRESH = Duration.ofMillis(250);

  /** One list, and what was known to have happened before it was asked for. */
  private record Snapshot(Map<String, UnitRow> rows, Moment askedAt, long events) {}

  private final SystemdManager systemd;
  private final UnitEvents events;
  private final TimeSource time;
  private volatile @Nullable Snapshot last;

  UnitSnapshots(SystemdManager systemd, UnitEvents events, TimeSource time) {
    this.systemd = systemd;
    this.events = events;
    this.time = time;
  }

  /** {@code fresh}: asked for now, whatever is remembered. */
  UnitRow row(String name, boolean fresh) throws NotAvailable, ReconcileFailure {
    Snapshot known = last;
    if (!fresh && known != null && isUsable(known)) {
      UnitRow row = known.rows().get(name);
      return row == null ? only(name) : row;
    }
    if (fresh || !events.heard().contains(name)) {
      return only(name);
    }
    Snapshot taken = take();
    last = taken;
    UnitRow row = taken.rows().get(name);
    return row == null ? only(name) : row;
  }

  private boolean isUsable(Snapshot snapshot) {
    return snapshot.events() == events.moment()
        && time.now().since(snapshot.askedAt()).compareTo(FRESH) < 0;
  }

  private Snapshot take() throws NotAvailable, ReconcileFailure {
    Moment askedAt = time.now();
    long moment = events.moment();
    Set<String> names = new TreeSet<>(events.heard());
    names.removeIf(SystemdUnitSpec::isTemplate);
    Map<String, UnitRow> rows = new HashMap<>();
    // An alias is listed under the name of what it stands for, so it is asked for by itself.
    systemd.list(names).forEach(row -> rows.put(row.name(), row));
    return new Snapshot(rows, askedAt, moment);
  }

  private UnitRow only(String name) throws NotAvailable, ReconcileFailure {
    List<UnitRow> rows = systemd.list(List.of(name));
    if (rows.isEmpty()) {
      throw new ReconcileFailure("NoSuchUnit", "systemd does not list " + name);
    }
    return rows.getFirst();
  }
}
