package io.harmonyagent.core.config;

import io.harmonyagent.core.manifest.AgentId;
import java.nio.file.Path;
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
    Podman podman,
    Images images,
    Trust trust,
    Update update,
    Duration passInterval,
    boolean events,
    Duration deadline,
    Duration heartbeatInterval,
    LogLevel logLevel) {

  /**
   * The container runtime.
   *
   * @param socket where its REST interface listens
   */
  public record Podman(Path socket) {}

  /**
   * Images that the agent pulled.
   *
   * @param keepUnused how long one stays that no container uses any longer
   */
  public record Images(Duration keepUnused) {}

  /**
   * Whose word counts.
   *
   * @param directory of the public keys; without any in it nothing has to be signed
   * @param unsignedManifests whether manifests need no signature although there are keys
   */
  public record Trust(Path directory, boolean unsignedManifests) {}

  /**
   * Newer builds of the agent itself.
   *
   * @param rateBytes how many bytes a second one is fetched with at most
   * @param proveWithin how long a new build has to show that it works
   */
  public record Update(long rateBytes, Duration proveWithin) {}

  /** How much is logged. */
  public enum LogLevel {
    ERROR,
    WARN,
    INFO,
    DEBUG
  }
}
