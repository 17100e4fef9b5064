package io.harmonyagent.agent.doctor;

import io.harmonyagent.core.dbus.BusConnection;
import io.harmonyagent.core.dbus.BusFailure;
import io.harmonyagent.core.dbus.MethodCall;
import io.harmonyagent.core.dbus.Value;
import java.time.Duration;
import java.util.List;

/** Single properties of objects on the bus. */
final class Properties {
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final String SYSTEMD = "org.freedesktop.systemd1";

  private final BusConnection bus;

  Properties(BusConnection bus) {
    this.bus = bus;
  }

  /** False also where the answer is no flag. */
  boolean flag(String service, String path, String type, String name)
      throws BusFailure, InterruptedException {
    return get(service, path, type, name) instanceof Value.Flag flag && flag.set();
  }

  /** A text of a unit, which is loaded for it. */
  String ofUnit(String unit, String name) throws BusFailure, InterruptedException {
    List<Value> path =
        bus.call(
            MethodCall.of(
                SYSTEMD,
                "/org/freedesktop/systemd1",
                SYSTEMD + ".Manager",
                "LoadUnit",
                Value.text(unit)),
            LIMIT);
    String object = path.getFirst() instanceof Value.Text text ? text.text() : "/";
    return get(SYSTEMD, object, SYSTEMD + ".Unit", name) instanceof Value.Text text
        ? text.text()
        : "";
  }

  private Value get(String service, String path, String type, String name)
      throws BusFailure, InterruptedException {
    Value answer =
        bus.call(
                MethodCall.of(
                    service,
                    path,
                    "org.freedesktop.DBus.Properties",
                    "Get",
                    Value.text(type),
                    Value.text(name)),
                LIMIT)
            .getFirst();
    return answer instanceof Value.Variant variant ? variant.value() : answer;
  }
}
