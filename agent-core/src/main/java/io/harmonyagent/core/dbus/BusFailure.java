package io.harmonyagent.core.dbus;

/** A call that had no good end. The type says what can be done about it. */
public abstract sealed class BusFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private BusFailure(String message) {
    super(message);
  }

  /** The message, which is always there. */
  public String sentence() {
    return String.valueOf(getMessage());
  }

  /** There is no connection, or no longer: connect anew, and look what became of it. */
  public static final class Disconnected extends BusFailure {
    private static final long serialVersionUID = 1L;

    public Disconnected(String message) {
      super(message);
    }
  }

  /** No answer in time. The call may have been carried out, and may still be: look. */
  public static final class NoReply extends BusFailure {
    private static final long serialVersionUID = 1L;

    public NoReply(String message) {
      super(message);
    }
  }

  /** The other side answered that it did not do it, and why. */
  public static final class ErrorReply extends BusFailure {
    private static final long serialVersionUID = 1L;

    private final String name;

    public ErrorReply(String name, String message) {
      super(message);
      this.name = name;
    }

    /** The error's name on the bus, such as {@code org.freedesktop.systemd1.NoSuchUnit}. */
    public String name() {
      return name;
    }
  }
}
