package io.harmonyagent.failover.postgres;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The agent's session, kept from one probe to the next. It is renewed every few probes: a server
 * that lets nobody in any more must not look alive through a door that is open still.
 */
final class Session implements AutoCloseable {
  private static final int USES = 10;
  private static final String DATABASE = "postgres";

  private final Path socket;
  private @Nullable PostgresConnection current;
  private int uses;

  Session(Path socket) {
    this.socket = socket;
  }

  synchronized List<List<String>> query(String sql, Deadline deadline) throws SqlFailure {
    boolean kept = current != null && current.isOpen() && uses < USES;
    try {
      return connection(deadline).query(sql, deadline.left());
    } catch (SqlFailure.NoAnswer e) {
      close();
      if (kept && !deadline.isOver()) {
        // The server that we knew has ended; there may be another one by now.
        return connection(deadline).query(sql, deadline.left());
      }
      throw e;
    }
  }

  private PostgresConnection connection(Deadline deadline) throws SqlFailure {
    PostgresConnection connection = current;
    if (connection == null || uses >= USES || !connection.isOpen()) {
      close();
      connection = another(deadline);
      current = connection;
      uses = 0;
    }
    uses++;
    return connection;
  }

  /** One of its own, for something that may have to wait. */
  PostgresConnection another(Deadline deadline) throws SqlFailure {
    try {
      return open(PostgresConnection.Kind.CLIENT, deadline);
    } catch (SqlFailure.Refused e) {
      if (!e.isFull()) {
        throw e;
      }
      // Clients are no reason to take a lease away, and the failover's senders are not theirs.
      return open(PostgresConnection.Kind.SENDER, deadline);
    }
  }

  private PostgresConnection open(PostgresConnection.Kind kind, Deadline deadline)
      throws SqlFailure {
    return PostgresConnection.open(
        socket, PostgresSettings.OWN_ROLE, DATABASE, kind, deadline.left());
  }

  @Override
  public synchronized void close() {
    if (current != null) {
      current.close();
      current = null;
    }
  }
}
