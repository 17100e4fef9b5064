package io.harmonyagent.agent.cli;

import io.harmonyagent.core.manifest.AgentId;
import io.nats.client.Connection;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Whether and how long a command that writes waits for the device. */
final class Waiting {
  @Option(names = "--wait", description = "Wait until the device has converged.")
  private boolean wait;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "How long to wait, for each device: " + Timeout.FORM,
      defaultValue = "60s")
  private String timeout;

  /** How long to wait for each device. */
  Duration timeout() throws UserError {
    return Timeout.of(timeout);
  }

  /** Before anything is sent. */
  void refuseNonsense() throws UserError {
    Duration unused = timeout();
  }

  /** What becomes of what was written, as far as somebody waits for it. */
  Outcome afterwards(
      Connection connection, AgentId agent, DesiredState.Written written, Output output)
      throws Exception {
    if (!wait) {
      return Outcome.wanted(agent, written);
    }
    Convergence.Ending ending =
        new Convergence(connection, agent, output::say)
            .await(written.manifest(), written.revision(), timeout(), false);
    output.talk().println(ending.table(agent));
    switch (ending.kind()) {
      case CONVERGED, REJECTED -> {}
      case FAILING ->
          output
              .err()
              .println(
                  agent
                      + " has failed for "
                      + timeout().toSeconds()
                      + " s, and goes on trying; it says why above");
      case SUPERSEDED ->
          output
              .err()
              .println(
                  agent
                      + " has a later manifest by now; 'harmonyctl history "
                      + agent
                      + "' says whose");
      case TIMED_OUT ->
          output
              .err()
              .println(
                  agent
                      + " has not converged within "
                      + timeout().toSeconds()
                      + " s; it goes on trying");
    }
    return Outcome.of(agent, written, ending);
  }
}
