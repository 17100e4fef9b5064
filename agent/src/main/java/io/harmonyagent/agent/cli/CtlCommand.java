package io.harmonyagent.agent.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code harmonyctl}, also {@code harmony-agent ctl}. */
@Command(
    name = "ctl",
    description = "The operator's tool, also called harmonyctl.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    subcommands = {
      InitCommand.class,
      ApplyCommand.class,
      ArtifactCommand.class,
      GetStatusCommand.class,
      VersionCommand.class
    })
public final class CtlCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Say what to do; 'harmonyctl --help' lists the commands");
  }
}
