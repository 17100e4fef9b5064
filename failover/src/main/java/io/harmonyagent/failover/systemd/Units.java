package io.harmonyagent.failover.systemd;

import io.harmonyagent.core.dbus.BusConnection;
import io.harmonyagent.core.dbus.BusFailure;
import io.harmonyagent.core.dbus.Message;
import io.harmonyagent.core.dbus.MethodCall;
import io.harmonyagent.core.dbus.Value;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * PID 1's verbs, as far as the failover needs them, over one connection that is made when it is
 * needed and made anew after it was lost. Every call has a bound.
 */
public final class Units implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Units.class);

  /** What becomes of jobs that the new one contradicts. */
  public enum Mode {
    REPLACE("replace"),
    /** Refused rather than contradicting what is under way. */
    FAIL("fail");

    private final String word;

    Mode(String word) {
      this.word = word;
    }
  }

  private static final String SYSTEMD = "org.freedesktop.systemd1";
  private static final String OBJECT = "/org/freedesktop/systemd1";
  private static final String MANAGER = SYSTEMD + ".Manager";
  private static final String PROPERTIES = "org.freedesktop.DBus.Properties";
  private static final Duration CALL = Duration.ofSeconds(5);
  private static final Duration RELOAD = Duration.ofSeconds(25);
  private static final String DONE = "done";
  private static final String SIGNALS = "type='signal',sender='" + SYSTEMD + "',";

  private final Path socket;
  private final EndedJobs jobs = new EndedJobs();
  private final Map<String, Runnable> hints = new ConcurrentHashMap<>();
  private final Set<String> watched = new HashSet<>();
  private @Nullable BusConnection current;
  private boolean closed;

  public Units(Path socket) {
    this.socket = socket;
  }

  /** Calls back, in the connection's own thread, when the unit may have changed. */
  public void onChange(String unit, Runnable hint) {
    hints.put(Unit.path(unit), hint);
    try {
      BusConnection unused = connection();
    } catch (BusFailure e) {
      log.debug("{} is watched from the next connection on: {}", unit, e.sentence());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Starts it, and returns when it has started. */
  public void start(String unit, Mode mode, Duration within)
      throws SystemdFailure, InterruptedException {
    run("StartUnit", unit, mode, within);
  }

  /** Stops it, and returns when it has stopped. */
  public void stop(String unit, Duration within) throws SystemdFailure, InterruptedException {
    run("StopUnit", unit, Mode.REPLACE, within);
  }

  /** Asks for the stop, and does not wait for it. */
  public void beginStop(String unit) throws SystemdFailure, InterruptedException {
    manager(CALL, "StopUnit", Value.text(unit), Value.text(Mode.REPLACE.word));
  }

  /**
   * Sends a signal.
   *
   * @param whom {@code main} or {@code all}
   */
  public void kill(String unit, String whom, int signal)
      throws SystemdFailure, InterruptedException {
    Value number = new Value.Whole(Value.WholeType.INT32, signal);
    manager(CALL, "KillUnit", Value.text(unit), Value.text(whom), number);
  }

  /** Reads all unit files anew. */
  public void reload() throws SystemdFailure, InterruptedException {
    manager(RELOAD, "Reload");
  }

  public UnitState state(String unit) throws SystemdFailure, InterruptedException {
    return new UnitState(
        text(property(unit, "Unit", "ActiveState")),
        text(property(unit, "Unit", "SubState")),
        text(property(unit, "Service", "ControlGroup")),
        number(property(unit, "Service", "MainPID")));
  }

  /** A unit of any kind. */
  public boolean isActive(String unit) throws SystemdFailure, InterruptedException {
    return text(property(unit, "Unit", "ActiveState")).equals("active");
  }

  private void run(String verb, String unit, Mode mode, Duration within)
      throws SystemdFailure, InterruptedException {
    String job = text(manager(CALL, verb, Value.text(unit), Value.text(mode.word)).getFirst());
    await(job, unit, verb, within);
  }

  private void await(String job, String unit, String verb, Duration within)
      throws SystemdFailure, InterruptedException {
    Optional<String> result = jobs.await(job, within);
    if (!result.equals(Optional.of(DONE))) {
      throw new SystemdFailure(
          verb
              + " of "
              + unit
              + " ended as '"
              + result.orElse("no answer within " + within.toMillis() + " ms")
              + "'; see journalctl -u "
              + unit);
    }
  }

  private Value property(String unit, String kind, String name)
      throws SystemdFailure, InterruptedException {
    return get(Unit.path(unit), SYSTEMD + "." + kind, name);
  }

  private Value get(String path, String interfaceName, String name)
      throws SystemdFailure, InterruptedException {
    Value answer =
        call(CALL, path, PROPERTIES, "Get", Value.text(interfaceName), Value.text(name)).getFirst();
    return answer instanceof Value.Variant(Value inner) ? inner : answer;
  }

  private List<Value> manager(Duration limit, String member, Value... arguments)
      throws SystemdFailure, InterruptedException {
    return call(limit, OBJECT, MANAGER, member, arguments);
  }

  private List<Value> call(
      Duration limit, String path, String interfaceName, String member, Value... arguments)
      throws SystemdFailure, InterruptedException {
    try {
      return connection()
          .call(MethodCall.of(SYSTEMD, path, interfaceName, member, arguments), limit);
    } catch (BusFailure e) {
      throw new SystemdFailure("systemd, asked for " + member + ": " + e.sentence());
    }
  }

  private synchronized BusConnection connection() throws BusFailure, InterruptedException {
    if (closed) {
      throw new BusFailure.Disconnected("the agent is stopping");
    }
    if (current != null && current.isOpen()) {
      watch(current);
      return current;
    }
    watched.clear();
    BusConnection opened = BusConnection.open(socket, CALL, this::take, jobs::connectionLost);
    try {
      opened.match(SIGNALS + "interface='" + MANAGER + "',member='JobRemoved'", CALL);
      watch(opened);
      opened.call(MethodCall.of(SYSTEMD, OBJECT, MANAGER, "Subscribe"), CALL);
    } catch (BusFailure | InterruptedException e) {
      opened.close();
      throw e;
    }
    current = opened;
    return opened;
  }

  private void watch(BusConnection connection) throws BusFailure, InterruptedException {
    for (String path : hints.keySet()) {
      if (watched.add(path)) {
        connection.match(SIGNALS + "member='PropertiesChanged',path='" + path + "'", CALL);
      }
    }
  }

  private void take(Message signal) {
    List<Value> body = signal.body();
    if (signal.header().member().equals("JobRemoved") && body.size() == 4) {
      jobs.ended(text(body.get(1)), text(body.get(3)));
    }
    Runnable hint = hints.get(signal.header().path());
    if (hint != null) {
      hint.run();
    }
  }

  private static String text(Value value) {
    return value instanceof Value.Text text ? text.text() : "";
  }

  private static long number(Value value) {
    return value instanceof Value.Whole whole ? whole.number() : 0;
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (current != null) {
      current.close();
    }
  }
}
