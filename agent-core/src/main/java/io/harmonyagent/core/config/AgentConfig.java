package io.harmonyagent.core.config;

import io.harmonyagent.core.manifest.AgentId;
import java.time.Duration;
import java.util.Optional;

/**
 * What a person may set on a device.
 *
 * @param agentId absent: derived from the machine id
 * @param mesh absent: the device works from its ledger alone
 * @param events whether events of the device lead to a look; without them the passes must do
 */
public record AgentConfig(
    Optional<AgentId> agentId,
    Optional<MeshConfig> mesh,
    Duration passInterval,
    boolean events,
    Duration deadline,
    Duration heartbeatInterval,
    LogLevel logLevel) {

  /** How much is logged. */
  public enum LogLevel {
    ERROR,
    WARN,
    INFO,
    DEBUG
  }
}
