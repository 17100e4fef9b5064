package io.harmonyagent.agent.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code failover}: PostgreSQL on two sites. */
@Command(
    name = "failover",
    description = "Looks after PostgreSQL clusters of two sites.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  harmonyctl failover list shop"},
    subcommands = {
      FailoverListCommand.class,
      FailoverHistoryCommand.class,
      FailoverSwitchoverCommand.class,
      FailoverForceCommand.class,
      FailoverLiftSafeCommand.class,
      FailoverPauseCommand.class,
      FailoverResumeCommand.class,
      FailoverEditConfigCommand.class,
      FailoverConfigCommand.class
    })
final class FailoverCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Say what to do; 'harmonyctl failover --help' lists the commands");
  }
}
