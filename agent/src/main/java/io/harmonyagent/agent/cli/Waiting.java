package io.harmonyagent.agent.cli;

import io.harmonyagent.core.manifest.AgentId;
import io.nats.client.Connection;
import java.io.PrintWriter;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Whether and how long a command that writes waits for the device. */
final class Waiting {
  @Option(names = "--wait", description = "Wait until the device has converged.")
  private boolean wait;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long to wait, for each device.",
      defaultValue = "60")
  private long timeoutSeconds;

  Duration timeout() {
    return Duration.ofSeconds(timeoutSeconds);
  }

  int afterwards(
      Connection connection, AgentId agent, DesiredState.Written written, PrintWriter out)
      throws Exception {
    if (!wait) {
      return ExitCode.OK;
    }
    Convergence.Ending ending =
        new Convergence(
                connection,
                agent,
                line -> {
                  out.println(line);
                  out.flush();
                })
            .await(written.manifest(), written.revision(), timeout(), false);
    out.println(ending.table(agent));
    return switch (ending.kind()) {
      case CONVERGED -> ExitCode.OK;
      case REJECTED, FAILING -> ExitCode.FAILED;
      case TIMED_OUT ->
          throw UserError.timedOut(
              agent
                  + " has not converged within "
                  + timeout().toSeconds()
                  + " s; it goes on trying");
    };
  }
}
