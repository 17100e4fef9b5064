package io.harmonyagent.agent.cli;

import io.harmonyagent.core.mesh.MeshUnavailable;
import picocli.CommandLine;

/** How every command line behaves: its errors are one sentence, and its exit codes are stable. */
public final class CommandLines {
  private CommandLines() {}

  public static CommandLine of(Object command) {
    CommandLine line = new CommandLine(command);
    line.setExecutionExceptionHandler(
        (exception, failed, _) -> {
          failed.getErr().println(failed.getCommandName() + ": " + sentence(exception));
          return exception instanceof UserError error ? error.exitCode() : ExitCode.FAILED;
        });
    return line;
  }

  private static String sentence(Exception e) {
    return e instanceof UserError || e instanceof MeshUnavailable
        ? String.valueOf(e.getMessage())
        : e.toString();
  }
}
