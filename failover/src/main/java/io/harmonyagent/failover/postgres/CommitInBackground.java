package io.harmonyagent.failover.postgres;

/** A commit that may wait for long, watched by whoever began it. */
final class CommitInBackground {
  private final PostgresConnection connection;
  private final String sql;
  private final Deadline deadline;
  private volatile boolean over;

  CommitInBackground(PostgresConnection connection, String sql, Deadline deadline) {
    this.connection = connection;
    this.sql = sql;
    this.deadline = deadline;
  }

  void begin() {
    Thread.ofPlatform().daemon().name("commit").start(this::commit);
  }

  private void commit() {
    try {
      connection.query(sql, deadline.left());
    } catch (SqlFailure e) {
      // Also a connection that was closed meanwhile: the waiting was seen.
    } finally {
      over = true;
    }
  }

  boolean isOver() {
    return over;
  }
}
