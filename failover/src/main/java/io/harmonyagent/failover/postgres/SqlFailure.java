package io.harmonyagent.failover.postgres;

/** A query that had no good end. The type says what is known of the server. */
abstract sealed class SqlFailure extends Exception {
  private static final long serialVersionUID = 1;

  private SqlFailure(String message) {
    super(message);
  }

  /** Nobody listens: it does not run, or not yet. */
  static final class NobodyThere extends SqlFailure {
    private static final long serialVersionUID = 1;

    NobodyThere(String message) {
      super(message);
    }
  }

  /** It did not answer in time, or hung up. What was asked may have been done. */
  static final class NoAnswer extends SqlFailure {
    private static final long serialVersionUID = 1;

    NoAnswer(String message) {
      super(message);
    }
  }

  /** It answered that it does not do it, and why. */
  static final class Refused extends SqlFailure {
    private static final long serialVersionUID = 1;

    private final String severity;
    private final String state;

    Refused(String severity, String state, String message) {
      super(message + " (" + state + ")");
      this.severity = severity;
      this.state = state;
    }

    /** Nothing more comes over this session. */
    boolean endsSession() {
      return severity.equals("FATAL") || severity.equals("PANIC");
    }

    /** Others have all connections. */
    boolean isFull() {
      return state.equals("53300");
    }

    /** The SQLSTATE. */
    String state() {
      return state;
    }
  }
}
