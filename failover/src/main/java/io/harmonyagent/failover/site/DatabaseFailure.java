package io.harmonyagent.failover.site;

/** What was asked of PostgreSQL did not happen; the message says why and what to try. */
public final class DatabaseFailure extends Exception {
  private static final long serialVersionUID = 1;

  public DatabaseFailure(String message) {
    super(message);
  }

  public DatabaseFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
