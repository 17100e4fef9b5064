package io.harmonyagent.reconcilers.systemdunit;

import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.reconcilers.dbus.Value;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks systemd for some of a unit's properties: all questions are sent at once. To ask for all
 * properties in one question would be answered with tens of kilobytes.
 */
final class UnitQuestions {
  private static final String UNIT = "org.freedesktop.systemd1.Unit";
  private static final String SERVICE = "org.freedesktop.systemd1.Service";
  private static final int EXITED = 1;

  private final SystemdBus bus;
  private final UnitRow row;
  private final Map<String, SystemdBus.Answer> answers = new HashMap<>();

  UnitQuestions(SystemdBus bus, UnitRow row) {
    this.bus = bus;
    this.row = row;
  }

  UnitFacts ask() throws NotAvailable, ReconcileFailure {
    boolean service = row.name().endsWith(".service") && row.load().equals("loaded");
    send(UNIT, "NeedDaemonReload", "LoadError", "ConditionResult", "ConditionTimestamp");
    send(UNIT, "ActiveEnterTimestamp");
    if (service) {
      send(SERVICE, "Type", "Result", "NRestarts", "MainPID");
      send(SERVICE, "ExecMainCode", "ExecMainStatus", "ExecMainExitTimestamp");
    } else if (resultInterface().isPresent() && row.load().equals("loaded")) {
      send(resultInterface().get(), "Result");
    }
    return new UnitFacts(
        "",
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
    for (String property : properties) {
      answers.put(
          property,
          bus.send(
              row.path(),
              SystemdBus.PROPERTIES,
              "Get",
              Value.text(interfaceName),
              Value.text(property)));
    }
  }

  /** Only units that do something have a result; each type has it in an interface of its own. */
  private Optional<String> resultInterface() {
    String type = row.name().substring(row.name().lastIndexOf('.') + 1);
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
