package io.harmonyagent.agent.cli;

import io.harmonyagent.core.call.CallFailed;
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
          return exitCode(exception);
        });
    return line;
  }

  private static int exitCode(Exception e) {
    if (e instanceof MeshUnavailable) {
      return ExitCode.NO_MESH;
    }
    return e instanceof UserError error ? error.exitCode() : ExitCode.FAILED;
  }

  private static String sentence(Exception e) {
    return e instanceof UserError || e instanceof MeshUnavailable || e instanceof CallFailed
        ? String.valueOf(e.getMessage())
        : e.toString();
  }
}
