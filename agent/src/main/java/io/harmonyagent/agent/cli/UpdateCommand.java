package io.harmonyagent.agent.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code update}: newer builds of the agent itself. */
@Command(
    name = "update",
    description = "Brings newer builds of the agent to the devices.",
    mixinStandardHelpOptions = true,
    subcommands = {PushUpdateCommand.class, RolloutCommand.class},
    footer = {
      "",
      "Examples:",
      "  harmonyctl update push harmony-agent --version 1.4.0 --sign-key ops-2026.pem",
      "  harmonyctl update rollout 1.4.0 pi-kitchen pi-barn pi-attic --canary 1"
    })
final class UpdateCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Say what to do; 'harmonyctl update --help' lists the commands");
  }
}
