package io.harmonyagent.reconcilers.systemdunit;

import io.harmonyagent.core.dbus.Value;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** systemd's own verbs, as far as we use them. */
final class SystemdManager {
  private static final Duration RELOAD_LIMIT = Duration.ofSeconds(25);
  private static final int ROW_FIELDS = 10;

  /** What asking for a unit file that is not there is answered with, by version and case. */
  private static final Set<String> NO_FILE =
      Set.of("NoSuchUnit", "FileNotFound", "ENOENT", "NoSuchFile");

  private final SystemdBus bus;

  SystemdManager(SystemdBus bus) {
    this.bus = bus;
  }

  /** One line for each name, also for units that are not there. Reads unit files that it needs. */
  List<UnitRow> list(Collection<String> names) throws NotAvailable, ReconcileFailure {
    return rows(bus.manager("ListUnitsByNames", Value.texts(List.copyOf(names))));
  }

  static List<UnitRow> rows(List<Value> reply) throws ReconcileFailure {
    List<UnitRow> rows = new ArrayList<>();
    if (reply.getFirst() instanceof Value.Array array) {
      for (Value item : array.items()) {
        rows.add(row(item));
      }
    }
    return rows;
  }

  /** {@code enabled}, {@code disabled}, …, as it is on disk now; empty without a file. */
  String unitFileState(String name) throws NotAvailable, ReconcileFailure {
    try {
      return text(bus.manager("GetUnitFileState", Value.text(name)).getFirst());
    } catch (ReconcileFailure e) {
      if (NO_FILE.contains(e.error().code())) {
        return "";
      }
      throw e;
    }
  }

  /** Of one unit as it is now; the state of its file is left out. */
  UnitSight look(String name) throws NotAvailable, ReconcileFailure {
    return new UnitQuestions(bus, name).ask();
  }

  /** Queues a job, and returns its path. {@code verb}: Start, Stop, Restart or TryRestart. */
  String queue(String verb, String name) throws NotAvailable, ReconcileFailure {
    return text(bus.manager(verb + "Unit", Value.text(name), Value.text("replace")).getFirst());
  }

  /** The same, whatever limits the unit ran into when it failed before. */
  String queueAfresh(String verb, String name) throws NotAvailable, ReconcileFailure {
    // One after the other on the same way, so there is nothing to wait for in between.
    bus.tell("ResetFailedUnit", Value.text(name));
    return queue(verb, name);
  }

  /** Whether the unit file says into what it is to be installed. */
  boolean enable(String name, boolean untilReboot) throws NotAvailable, ReconcileFailure {
    List<Value> reply =
        bus.manager(
            "EnableUnitFiles",
            Value.texts(List.of(name)),
            Value.flag(untilReboot),
            Value.flag(false));
    return reply.getFirst().equals(Value.flag(true));
  }

  /** A unit without a file is not enabled: so a deletion that was cut short can be ended. */
  void disable(String name, boolean untilReboot) throws NotAvailable, ReconcileFailure {
    try {
      bus.manager("DisableUnitFiles", Value.texts(List.of(name)), Value.flag(untilReboot));
    } catch (ReconcileFailure e) {
      if (!NO_FILE.contains(e.error().code())) {
        throw e;
      }
    }
  }

  void mask(String name) throws NotAvailable, ReconcileFailure {
    bus.manager("MaskUnitFiles", Value.texts(List.of(name)), Value.flag(false), Value.flag(false));
  }

  void unmask(String name, boolean untilReboot) throws NotAvailable, ReconcileFailure {
    bus.manager("UnmaskUnitFiles", Value.texts(List.of(name)), Value.flag(untilReboot));
  }

  /** Makes systemd read all unit files anew. */
  void reload() throws NotAvailable, ReconcileFailure {
    bus.manager(RELOAD_LIMIT, "Reload");
  }

  /** Lets a unit that has failed be started again, whatever limits it ran into. */
  void forgetFailure(String name) throws NotAvailable, ReconcileFailure {
    try {
      bus.manager("ResetFailedUnit", Value.text(name));
    } catch (ReconcileFailure e) {
      if (!e.error().code().equals("NoSuchUnit")) {
        throw e;
      }
    }
  }

  private static UnitRow row(Value value) throws ReconcileFailure {
    if (value instanceof Value.Struct(List<Value> fields)
        && fields.size() == ROW_FIELDS
        && fields.get(7) instanceof Value.Whole(var _, long job)) {
      return new UnitRow(
          text(fields.get(0)),
          text(fields.get(2)),
          text(fields.get(3)),
          text(fields.get(4)),
          text(fields.get(6)),
          job);
    }
    throw new ReconcileFailure("ServiceManagerError", "a list of units in an unknown form");
  }

  static String text(Value value) {
    return value instanceof Value.Text text ? text.text() : "";
  }
}
