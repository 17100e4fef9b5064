package io.harmonyagent.agent.cli;

import io.harmonyagent.core.manifest.AgentId;
import picocli.CommandLine.Parameters;

/** The device that a command is about, named as its first word. */
final class DeviceArgument {
  @Parameters(index = "0", paramLabel = "ID", description = "The device.")
  private String agent;

  AgentId id() throws UserError {
    return MeshAccess.agentId(agent);
  }
}
