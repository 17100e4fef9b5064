package io.harmonyagent.agent.cli;

import java.util.List;
import picocli.CommandLine.Command;

/** {@code harmonyctl}, also {@code harmony-agent ctl}. */
@Command(
    name = "ctl",
    description = "The operator's tool, also called harmonyctl.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    footer = {
      "",
      "Exit codes: 0 it worked; 1 it did not, or the device is not Ready; 2 the command line or a"
          + " file is wrong; 3 no answer from the mesh; 4 the time for waiting is over.",
      "",
      "Example:",
      "  harmonyctl status -s nats://127.0.0.1:4222 pi-kitchen"
    })
public final class CtlCommand implements CommandGroup {
  @Override
  public List<Class<?>> commands() {
    return List.of(
        InitCommand.class,
        GetCommand.class,
        DescribeCommand.class,
        AskPlanCommand.class,
        DiffCommand.class,
        ApplyCommand.class,
        WaitCommand.class,
        HistoryCommand.class,
        RollbackCommand.class,
        DeleteCommand.class,
        LabelCommand.class,
        SignCommand.class,
        ArtifactCommand.class,
        UpdateCommand.class,
        GetStatusCommand.class,
        LogsCommand.class,
        TopCommand.class,
        FailoverCommand.class,
        DoctorCommand.class,
        ValidateCommand.class,
        ExplainCommand.class,
        ConfigCommand.class,
        CompletionCommand.class,
        VersionCommand.class);
  }
}
