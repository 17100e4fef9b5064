package driver;

/** The command line, or an option that a jar brings, is wrong; the message says how. */
final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UsageException(String message) {
    super(message);
  }
}
