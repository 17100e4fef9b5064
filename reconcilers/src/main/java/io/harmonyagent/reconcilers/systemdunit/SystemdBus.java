package io.harmonyagent.reconcilers.systemdunit;

import io.harmonyagent.core.dbus.BusConnection;
import io.harmonyagent.core.dbus.BusFailure;
import io.harmonyagent.core.dbus.Message;
import io.harmonyagent.core.dbus.MethodCall;
import io.harmonyagent.core.dbus.Value;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to systemd: one connection to the system bus, made when it is first needed and made anew
 * after it was lost. It turns the bus's failures into what the engine understands.
 */
final class SystemdBus implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SystemdBus.class);

  static final String MANAGER = "org.freedesktop.systemd1.Manager";
  static final String PROPERTIES = "org.freedesktop.DBus.Properties";
  static final String UNITS = "/org/freedesktop/systemd1/unit/";
  private static final String SYSTEMD = "org.freedesktop.systemd1";
  private static final String OBJECT = "/org/freedesktop/systemd1";
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(2);
  private static final Duration CALL_LIMIT = Duration.ofSeconds(5);

  /** Errors by which the bus says that nobody is there to answer. */
  private static final Set<String> NOBODY_THERE =
      Set.of(
          "org.freedesktop.DBus.Error.ServiceUnknown",
          "org.freedesktop.DBus.Error.NameHasNoOwner",
          "org.freedesktop.DBus.Error.NoReply",
          "org.freedesktop.DBus.Error.Disconnected",
          "org.freedesktop.DBus.Error.Spawn.ChildExited",
          "org.freedesktop.systemd1.ShuttingDown");

  /** What happened on the bus, told in the bus's own thread: nobody may wait there. */
  interface Listener {
    void signal(Message signal);

    /** From here on signals may have been missed. */
    void connectionLost();
  }

  private final Path socket;
  private final Listener listener;
  private final ReentrantLock connecting = new ReentrantLock();
  private volatile @Nullable BusConnection current;
  private volatile boolean closed;
  private @Nullable BusFailure lastFailure;
  private final AtomicLong failures = new AtomicLong();

  SystemdBus(Path socket, Listener listener) {
    this.socket = socket;
    this.listener = listener;
  }

  /** A call of the manager's. */
  List<Value> manager(String member, Value... arguments) throws NotAvailable, ReconcileFailure {
    return manager(CALL_LIMIT, member, arguments);
  }

  List<Value> manager(Duration limit, String member, Value... arguments)
      throws NotAvailable, ReconcileFailure {
    return send(OBJECT, MANAGER, member, arguments).await(limit);
  }

  /** The same, with the waiting left for later. */
  Answer ask(String member, Value... arguments) throws NotAvailable, ReconcileFailure {
    return send(OBJECT, MANAGER, member, arguments);
  }

  /** A call of the manager's whose outcome does not matter. */
  void tell(String member, Value... arguments) throws NotAvailable, ReconcileFailure {
    send(OBJECT, MANAGER, member, arguments);
  }

  /** An answer that is on its way. */
  final class Answer {
    private final BusConnection.Pending pending;

    private Answer(BusConnection.Pending pending) {
      this.pending = pending;
    }

    List<Value> await() throws NotAvailable, ReconcileFailure {
      return await(CALL_LIMIT);
    }

    List<Value> await(Duration limit) throws NotAvailable, ReconcileFailure {
      return understand(() -> pending.await(limit));
    }
  }

  /** Asks, and leaves the waiting for later, so that many questions share one way. */
  Answer send(String path, String interfaceName, String member, Value... arguments)
      throws NotAvailable, ReconcileFailure {
    BusConnection connection = connection();
    MethodCall call = MethodCall.of(SYSTEMD, path, interfaceName, member, arguments);
    return new Answer(understand(() -> connection.send(call)));
  }

  @Override
  public void close() {
    closed = true;
    BusConnection connection = current;
    if (connection != null) {
      connection.close();
    }
  }

  private BusConnection connection() throws NotAvailable, ReconcileFailure {
    BusConnection connection = current;
    return connection != null && connection.isOpen() ? connection : understand(this::connect);
  }

  /** One at a time: all who come meanwhile share what comes of it, be it a failure. */
  private BusConnection connect() throws BusFailure, InterruptedException {
    long failuresBefore = failures.get();
    connecting.lockInterruptibly();
    try {
      BusConnection connection = current;
      if (connection != null && connection.isOpen()) {
        return connection;
      }
      if (failures.get() != failuresBefore && lastFailure != null) {
        throw lastFailure;
      }
      return connectNow();
    } catch (BusFailure e) {
      lastFailure = e;
      failures.incrementAndGet();
      throw e;
    } finally {
      connecting.unlock();
    }
  }

  private BusConnection connectNow() throws BusFailure, InterruptedException {
    if (closed) {
      throw new BusFailure.Disconnected("the agent is stopping");
    }
    BusConnection opened =
        BusConnection.open(socket, CONNECT_LIMIT, listener::signal, listener::connectionLost);
    try {
      subscribe(opened);
    } catch (BusFailure | InterruptedException e) {
      opened.close();
      throw e;
    }
    current = opened;
    return opened;
  }

  private static void subscribe(BusConnection bus) throws BusFailure, InterruptedException {
    String signals = "type='signal',sender='" + SYSTEMD + "',";
    bus.match(signals + "interface='" + MANAGER + "',member='JobRemoved'", CONNECT_LIMIT);
    bus.match(signals + "interface='" + MANAGER + "',member='Reloading'", CONNECT_LIMIT);
    bus.match(signals + "interface='" + MANAGER + "',member='UnitFilesChanged'", CONNECT_LIMIT);
    bus.match(
        signals
            + "interface='"
            + PROPERTIES
            + "',member='PropertiesChanged',path_namespace='"
            + OBJECT
            + "/unit'",
        CONNECT_LIMIT);
    bus.call(MethodCall.of(SYSTEMD, OBJECT, MANAGER, "Subscribe"), CALL_LIMIT);
    log.debug("connected to systemd");
  }

  private interface Question<T> {
    T ask() throws BusFailure, InterruptedException;
  }

  private <T> T understand(Question<T> question) throws NotAvailable, ReconcileFailure {
    try {
      return question.ask();
    } catch (BusFailure.ErrorReply e) {
      if (NOBODY_THERE.contains(e.name())) {
        throw notAvailable(e);
      }
      // systemd's own word for it, such as NoSuchUnit.
      throw new ReconcileFailure(e.name().substring(e.name().lastIndexOf('.') + 1), e.sentence());
    } catch (BusFailure e) {
      throw notAvailable(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ReconcileFailure("Abandoned", "was called off while it waited for systemd");
    }
  }

  private static NotAvailable notAvailable(BusFailure e) {
    return new NotAvailable("service manager not available (" + e.sentence() + ")");
  }
}
