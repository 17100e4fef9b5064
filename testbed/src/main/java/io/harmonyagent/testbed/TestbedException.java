package io.harmonyagent.testbed;

/** The testbed itself could not do what a test asked of it; the message says what and why. */
public final class TestbedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TestbedException(String message) {
    super(message);
  }

  TestbedException(String message, Throwable cause) {
    super(message, cause);
  }
}
