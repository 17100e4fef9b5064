package io.harmonyagent.agent.cli;

/** Something that the person at the keyboard can put right; the message says what. */
final class UserError extends Exception {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private UserError(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  static UserError badInput(String message) {
    return new UserError(ExitCode.BAD_INPUT, message);
  }

  static UserError failed(String message) {
    return new UserError(ExitCode.FAILED, message);
  }

  static UserError noMesh(String message) {
    return new UserError(ExitCode.NO_MESH, message);
  }

  static UserError timedOut(String message) {
    return new UserError(ExitCode.TIMED_OUT, message);
  }

  int exitCode() {
    return exitCode;
  }
}
