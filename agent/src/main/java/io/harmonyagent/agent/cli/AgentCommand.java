package io.harmonyagent.agent.cli;

import java.util.List;
import picocli.CommandLine.Command;

/** {@code harmony-agent}. */
@Command(
    name = "harmony-agent",
    description = "Keeps this device in the state that its control plane asked for.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class)
public final class AgentCommand implements CommandGroup {
  @Override
  public List<Class<?>> commands() {
    return List.of(
        RunCommand.class,
        PlanCommand.class,
        StatusCommand.class,
        FenceCommand.class,
        DeviceDoctorCommand.class,
        SelfTestCommand.class,
        ResetCommand.class,
        VersionCommand.class,
        CtlCommand.class);
  }
}
