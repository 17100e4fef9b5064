package io.harmonyagent.failover.lease;

import io.harmonyagent.core.mesh.MeshUnavailable;
import io.harmonyagent.failover.core.Event;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.ErrorListener;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cluster's own connection to the mesh, and the watch on it. One thread connects, tries again for
 * ever, and begins sessions of the watch. Where there is another server it also asks the one that
 * it is on for a sign of life, more often than the core writes: one that died without a word is
 * left in time to renew the lease by another one.
 *
 * <p>A connection that is lost is closed and another one made: the client may not reconnect, since
 * what it had not sent yet would go out afterwards.
 */
public final class LeaseLink implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LeaseLink.class);
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(200);
  private static final Duration LONG_LIFE = Duration.ofSeconds(1);
  private static final int NO_BUFFER = 0;
  private static final int PINGS_MAX = 3;
  private static final int PINGS_IN_A_BEAT = 4;

  /** The options for each connection, since certificates may have been renewed meanwhile. */
  @FunctionalInterface
  public interface OptionsSource {
    Options build() throws IOException;
  }

  private final OptionsSource options;
  private final Supplier<WatchSession> sessions;
  private final LeaseEvents events;
  private final Duration longestAnswer;
  private final Thread thread;
  private final Object lock = new Object();
  private @Nullable Connection connection;
  private boolean watchWanted;
  private volatile boolean stopping;
  private @Nullable WatchSession watch;
  private volatile @Nullable WatchSession heard;
  private volatile Duration beat;
  private boolean hasOthers;
  private String lastServer = "";
  private String lastTrouble = "";

  LeaseLink(
      OptionsSource options,
      Supplier<WatchSession> sessions,
      LeaseEvents events,
      Duration longestAnswer) {
    this.options = options;
    this.sessions = sessions;
    this.events = events;
    this.longestAnswer = longestAnswer;
    this.beat = longestAnswer;
    this.thread = Thread.ofPlatform().name("lease").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** The connection, while it is believed to be alive. */
  Optional<Connection> connection() {
    synchronized (lock) {
      return isAlive() ? Optional.ofNullable(connection) : Optional.empty();
    }
  }

  /**
   * The connection of the session that the core was told of last, while both are alive. What it
   * decided on an earlier one's records must not be sent on a later one: a store that lost writes
   * gives their revisions to others (S14).
   */
  Optional<Connection> decidersConnection() {
    WatchSession session = heard;
    return session == null
        ? Optional.empty()
        : session.connection().filter(c -> c.getStatus() == Connection.Status.CONNECTED);
  }

  void beats(Duration every) {
    synchronized (lock) {
      beat = every;
      lock.notifyAll();
    }
  }

  void restartWatch() {
    synchronized (lock) {
      watchWanted = true;
      lock.notifyAll();
    }
  }

  @Override
  public void close() {
    stopping = true;
    thread.interrupt();
    try {
      thread.join(longestAnswer);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (!stopping) {
        if (!live()) {
          Thread.sleep(BETWEEN_TRIES);
        }
      }
    } catch (InterruptedException e) {
      log.debug("stopped");
    } finally {
      drop();
    }
  }

  /**
   * From a connection to its end; whether it was long enough for the next one to follow at once.
   */
  private boolean live() throws InterruptedException {
    long beginNs = System.nanoTime();
    try {
      if (connect()) {
        serve();
      }
    } catch (RuntimeException e) {
      // A cluster without a mesh is of no use, so whatever this is, it is tried again.
      broke(e);
      drop();
      events.offer(Event.WatchLost::new);
    }
    return lastTrouble.isEmpty() && System.nanoTime() - beginNs >= LONG_LIFE.toNanos();
  }

  private void broke(RuntimeException e) {
    String trouble = "the link to the mesh broke in a way that nobody expected: " + e;
    if (!trouble.equals(lastTrouble)) {
      lastTrouble = trouble;
      log.error("failover: {}; trying again for ever", trouble, e);
    }
  }

  private boolean connect() throws InterruptedException {
    try {
      Options built = options.build();
      hasOthers = built.getUnprocessedServers().size() > 1;
      Connection made =
          Nats.connect(
              new Options.Builder(built)
                  .serverPool(new OthersFirst(lastServer))
                  .noReconnect()
                  .reconnectBufferSize(NO_BUFFER)
                  .connectionTimeout(longestAnswer)
                  .pingInterval(longestAnswer)
                  .maxPingsOut(hasOthers ? PINGS_MAX : 1)
                  .connectionListener(this::changed)
                  .errorListener(new ErrorListener() {})
                  .build());
      synchronized (lock) {
        connection = made;
      }
      lastServer = String.valueOf(made.getConnectedUrl());
      log.info("failover: connected to {}", lastServer);
      lastTrouble = "";
      // Whoever waits for a watch can have one now.
      events.offer(Event.WatchLost::new);
      return true;
    } catch (IOException | IllegalStateException | IllegalArgumentException e) {
      complain("cannot reach the mesh: " + e.getMessage());
      return false;
    }
  }

  /** Begins the sessions that are asked for, until the connection is gone. */
  private void serve() throws InterruptedException {
    while (true) {
      Connection alive;
      boolean watch;
      synchronized (lock) {
        if (isAlive() && !watchWanted) {
          lock.wait(hasOthers ? Math.max(1, beat.dividedBy(PINGS_IN_A_BEAT).toMillis()) : 0);
        }
        if (!isAlive() || connection == null) {
          break;
        }
        watch = watchWanted;
        watchWanted = false;
        alive = connection;
      }
      if (watch) {
        openWatch(alive);
      } else if (hasOthers && !answers(alive)) {
        break;
      }
    }
    log.warn("failover: the connection to {} is lost", lastServer);
    drop();
    events.offer(Event.WatchLost::new);
  }

  /** Within the time that a renewal has, too. */
  private boolean answers(Connection alive) throws InterruptedException {
    try {
      alive.flush(beat);
      return true;
    } catch (TimeoutException | IllegalStateException e) {
      return false;
    }
  }

  private void openWatch(Connection alive) throws InterruptedException {
    endWatch();
    WatchSession next = sessions.get();
    try {
      next.open(alive, session -> heard = session);
      watch = next;
      lastTrouble = "";
    } catch (MeshUnavailable | IllegalStateException e) {
      // The core asks again while nothing comes.
      complain(String.valueOf(e.getMessage()));
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  private void endWatch() {
    if (watch != null) {
      watch.end();
      watch = null;
    }
  }

  private void drop() {
    endWatch();
    Connection old;
    synchronized (lock) {
      old = connection;
      connection = null;
    }
    if (old != null) {
      try {
        old.close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean isAlive() {
    return connection != null && connection.getStatus() == Connection.Status.CONNECTED;
  }

  @SuppressWarnings("deprecation")
  private void changed(Connection source, ConnectionListener.Events type) {
    synchronized (lock) {
      lock.notifyAll();
    }
  }

  private void complain(String trouble) {
    if (!trouble.equals(lastTrouble) && !stopping) {
      lastTrouble = trouble;
      log.warn("failover: {}; trying again for ever", trouble);
    }
  }
}
