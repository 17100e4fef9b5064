package io.harmonyagent.reconcilers.systemdunit;

import io.harmonyagent.core.dbus.Value;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks systemd for a unit's line in the list and some of its properties: all questions are sent at
 * once. To ask for all properties in one question would be answered with tens of kilobytes.
 *
 * <p>systemd forgets a unit that does not run as soon as it has answered, and reads its files anew
 * for the next question. So the unit is held while it is asked about.
 */
final class UnitQuestions {
  private static final String UNIT = "org.freedesktop.systemd1.Unit";
  private static final String SERVICE = "org.freedesktop.systemd1.Service";
  private static final int EXITED = 1;
  private static final List<String> OF_ALL =
      List.of(
          "NeedDaemonReload",
          "LoadError",
          "ConditionResult",
          "ConditionTimestamp",
          "ActiveEnterTimestamp");

  private final SystemdBus bus;
  private final String name;
  private final Map<String, SystemdBus.Answer> answers = new HashMap<>();

  UnitQuestions(SystemdBus bus, String name) {
    this.bus = bus;
    this.name = name;
  }

  /** What is known of it but the state of its file, which systemd has to search for. */
  UnitSight ask() throws NotAvailable, ReconcileFailure {
    bus.tell("RefUnit", Value.text(name));
    SystemdBus.Answer line = bus.ask("ListUnitsByNames", Value.texts(List.of(name)));
    sendAll();
    bus.tell("UnrefUnit", Value.text(name));
    List<UnitRow> rows = SystemdManager.rows(line.await());
    if (rows.isEmpty()) {
      throw new ReconcileFailure("NoSuchUnit", "systemd does not list " + name);
    }
    UnitRow row = rows.getFirst();
    if (!row.load().equals("loaded")) {
      // What is not there has no type and no result.
      answers.keySet().removeIf(property -> !OF_ALL.contains(property));
    }
    return new UnitSight(row, facts());
  }

  private void sendAll() throws NotAvailable, ReconcileFailure {
    for (String property : OF_ALL) {
      send(UNIT, property);
    }
    if (name.endsWith(".service")) {
      send(SERVICE, "Type", "Result", "NRestarts", "MainPID");
      send(SERVICE, "ExecMainCode", "ExecMainStatus", "ExecMainExitTimestamp");
    } else if (resultInterface().isPresent()) {
      send(resultInterface().get(), "Result");
    }
  }

  private UnitFacts facts() throws NotAvailable, ReconcileFailure {
    return new UnitFacts(
        UnitFacts.NOT_ASKED,
        flag("NeedDaemonReload", false),
        loadError(),
        flag("ConditionResult", true) || number("ConditionTimestamp") == 0,
        time("ActiveEnterTimestamp"),
        text("Type"),
        answers.containsKey("Result") ? text("Result") : "success",
        number("NRestarts"),
        Optional.of(number("MainPID")).filter(pid -> pid > 0),
        number("ExecMainExitTimestamp") > 0,
        exit());
  }

  private void send(String interfaceName, String... properties)
      throws NotAvailable, ReconcileFailure {
    String path = UnitPath.of(name);
    for (String property : properties) {
      answers.put(
          property,
          bus.send(
              path, SystemdBus.PROPERTIES, "Get", Value.text(interfaceName), Value.text(property)));
    }
  }

  /** Only units that do something have a result; each type has it in an interface of its own. */
  private Optional<String> resultInterface() {
    String type = name.substring(name.lastIndexOf('.') + 1);
    return switch (type) {
      case "socket", "timer", "path", "mount", "automount", "swap" ->
          Optional.of(
              "org.freedesktop.systemd1."
                  + Character.toUpperCase(type.charAt(0))
                  + type.substring(1));
      default -> Optional.empty();
    };
  }

  private String exit() throws NotAvailable, ReconcileFailure {
    long code = number("ExecMainCode");
    long status = number("ExecMainStatus");
    if (code == 0) {
      return "";
    }
    return code == EXITED ? "exited with status " + status : "killed by signal " + status;
  }

  private String loadError() throws NotAvailable, ReconcileFailure {
    return answer("LoadError") instanceof Value.Struct(List<Value> both)
        ? SystemdManager.text(both.getLast())
        : "";
  }

  private String text(String property) throws NotAvailable, ReconcileFailure {
    return SystemdManager.text(answer(property));
  }

  private boolean flag(String property, boolean whenAbsent) throws NotAvailable, ReconcileFailure {
    return answer(property) instanceof Value.Flag(boolean set) ? set : whenAbsent;
  }

  private long number(String property) throws NotAvailable, ReconcileFailure {
    return answer(property) instanceof Value.Whole(var _, long number) ? number : 0;
  }

  private Optional<Instant> time(String property) throws NotAvailable, ReconcileFailure {
    long micros = number(property);
    return micros == 0
        ? Optional.empty()
        : Optional.of(Instant.EPOCH.plus(micros, ChronoUnit.MICROS));
  }

  /** Empty for what was not asked, and for what this version of systemd does not know. */
  private Value answer(String property) throws NotAvailable, ReconcileFailure {
    SystemdBus.Answer answer = answers.get(property);
    if (answer == null) {
      return Value.text("");
    }
    try {
      return answer.await().getFirst() instanceof Value.Variant(Value value)
          ? value
          : Value.text("");
    } catch (ReconcileFailure e) {
      if (e.error().code().startsWith("Unknown") || e.error().code().equals("PropertyReadOnly")) {
        return Value.text("");
      }
      throw e;
    }
  }
}
