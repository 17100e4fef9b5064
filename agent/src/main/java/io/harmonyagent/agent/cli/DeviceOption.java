package io.harmonyagent.agent.cli;

import io.harmonyagent.core.manifest.AgentId;
import picocli.CommandLine.Option;

/** The device on which something is that a command is about. */
final class DeviceOption {
  @Option(names = "--agent", paramLabel = "ID", description = "The device.", required = true)
  private String agent;

  AgentId id() throws UserError {
    return MeshAccess.agentId(agent);
  }
}
