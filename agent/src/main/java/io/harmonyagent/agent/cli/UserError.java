package io.harmonyagent.agent.cli;

/** Something that the person at the keyboard can put right; the message says what. */
final class UserError extends Exception {
  private static final long serialVersionUID = 1L;

  private final int exitCode;
  private final boolean mayHaveBeenDone;

  private UserError(int exitCode, boolean mayHaveBeenDone, String message) {
    super(message);
    this.exitCode = exitCode;
    this.mayHaveBeenDone = mayHaveBeenDone;
  }

  private UserError(int exitCode, String message) {
    this(exitCode, false, message);
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

  /** What was asked of the mesh was done, or was not: whoever asks again looks first. */
  static UserError mayHaveBeenDone(String message) {
    return new UserError(ExitCode.NO_MESH, true, message);
  }

  static UserError timedOut(String message) {
    return new UserError(ExitCode.TIMED_OUT, message);
  }

  boolean mayHaveBeenDone() {
    return mayHaveBeenDone;
  }

  int exitCode() {
    return exitCode;
  }
}
