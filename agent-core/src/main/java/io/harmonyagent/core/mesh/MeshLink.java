package io.harmonyagent.core.mesh;

import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.ErrorListener;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to the mesh, kept for ever: the client reconnects by itself, and where it gives up
 * (it closes after a repeated refusal, say while an account is being set up) we start anew.
 */
public final class MeshLink implements AutoCloseable, ConnectionListener, ErrorListener {
  private static final Logger log = LoggerFactory.getLogger(MeshLink.class);
  private static final int MAX_COMPLAINTS = 8;
  private static final Duration CLOSE_WITHIN = Duration.ofMillis(300);

  /** The client tells when it gives up a connection, and its word may be lost. */
  private static final long LOOK_EVERY_MS = 10_000;

  /** Builds the options for each connection, since certificates may have been renewed meanwhile. */
  @FunctionalInterface
  public interface OptionsSource {
    Options build(ConnectionListener connection, ErrorListener errors) throws IOException;
  }

  private final OptionsSource options;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final CountDownLatch firstAttempt = new CountDownLatch(1);
  private final Object change = new Object();
  private final Thread thread;
  private volatile @Nullable Connection connection;
  private volatile boolean online;
  private volatile long sessions;
  private volatile boolean stopping;
  private final Set<String> complaints = ConcurrentHashMap.newKeySet();

  public MeshLink(OptionsSource options) {
    this.options = options;
    this.thread = Thread.ofPlatform().name("mesh").unstarted(this::run);
  }

  /** Calls back whenever the link came up or went down; the listener must be quick. */
  public void onChange(Runnable listener) {
    listeners.add(listener);
  }

  public void start() {
    thread.start();
  }

  /** The connection, while it is up. */
  public Optional<Connection> connection() {
    return online ? Optional.ofNullable(connection) : Optional.empty();
  }

  /** Whether anybody wants a connection; a link that was never started will never have one. */
  public boolean isWanted() {
    return thread.getState() != Thread.State.NEW;
  }

  /**
   * Rises with every connect and reconnect. What a server kept for us, such as a watch, may not
   * have outlived the one before.
   */
  public long sessions() {
    return sessions;
  }

  /** Waits until the first try to connect has succeeded or failed. */
  public void awaitFirstAttempt(Duration atMost) throws InterruptedException {
    if (!firstAttempt.await(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
      log.info("the mesh has not answered within {} ms; going on without", atMost.toMillis());
    }
  }

  @Override
  public void close() {
    stopping = true;
    thread.interrupt();
    Connection open = connection;
    if (open != null) {
      try {
        open.flush(CLOSE_WITHIN);
      } catch (Exception e) {
        log.debug("closing without a last flush: {}", e.toString());
      }
      try {
        open.close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void run() {
    long tries = 0;
    while (!stopping) {
      try {
        connection = Nats.connect(options.build(this, this));
        tries = 0;
        setOnline(true);
        firstAttempt.countDown();
        awaitClosed();
      } catch (IOException | RuntimeException e) {
        // Also what nobody expects: it must not end the only thread that connects.
        complain("cannot reach the mesh: " + reason(e));
        firstAttempt.countDown();
      } catch (InterruptedException e) {
        return;
      }
      setOnline(false);
      try {
        Thread.sleep(MeshOptions.waitBeforeTry(tries++));
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private static String reason(Exception e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  private void awaitClosed() throws InterruptedException {
    synchronized (change) {
      while (!stopping && isOpen()) {
        change.wait(LOOK_EVERY_MS);
      }
    }
  }

  private boolean isOpen() {
    Connection current = connection;
    return current != null && current.getStatus() != Connection.Status.CLOSED;
  }

  private void setOnline(boolean now) {
    if (online != now) {
      online = now;
      complaints.clear();
      listeners.forEach(MeshLink::tell);
    }
  }

  /** What one of them makes of it must not keep it from the others. */
  private static void tell(Runnable listener) {
    try {
      listener.run();
    } catch (RuntimeException e) {
      log.error("a defect: somebody could not take the news that the mesh came or went", e);
    }
  }

  /** Says each thing once in an outage, not at every try. */
  private void complain(String complaint) {
    if (!stopping && complaints.size() < MAX_COMPLAINTS && complaints.add(complaint)) {
      log.warn("{}; trying again for ever", complaint);
    }
  }

  @Override
  @SuppressWarnings({
    "deprecation",
    "NonAtomicVolatileUpdate"
  }) // one thread of the client calls this
  public void connectionEvent(Connection source, Events type) {
    switch (type) {
      case CONNECTED, RECONNECTED -> {
        log.info("mesh: connected to {}", source.getConnectedUrl());
        connection = source;
        sessions++;
        setOnline(true);
      }
      case DISCONNECTED, CLOSED -> {
        if (online && !stopping) {
          log.warn("mesh: connection lost");
        }
        setOnline(false);
        synchronized (change) {
          change.notifyAll();
        }
      }
      case RESUBSCRIBED, DISCOVERED_SERVERS, LAME_DUCK -> log.debug("mesh: {}", type);
    }
  }

  @Override
  public void errorOccurred(Connection source, String error) {
    complain("the mesh refuses: " + error);
  }

  /** Also of what our own handlers of messages threw, which the client catches. */
  @Override
  public void exceptionOccurred(Connection source, Exception e) {
    if (e instanceof RuntimeException) {
      log.warn("mesh: a message could not be handled", e);
    } else {
      log.debug("mesh: {}", e.toString());
    }
  }
}
