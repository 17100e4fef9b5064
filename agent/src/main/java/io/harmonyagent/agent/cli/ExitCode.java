package io.harmonyagent.agent.cli;

/** What the commands' exit codes mean. They are documented and do not change. */
final class ExitCode {
  /** It worked; where a device was asked for, it has converged. */
  static final int OK = 0;

  /** It did not work, or the device has not converged. */
  static final int FAILED = 1;

  /** The command line, a file or the configuration is wrong. */
  static final int BAD_INPUT = 2;

  /** The mesh cannot be reached, or it gave no answer. */
  static final int NO_MESH = 3;

  /** The time for waiting is over. */
  static final int TIMED_OUT = 4;

  private ExitCode() {}
}
