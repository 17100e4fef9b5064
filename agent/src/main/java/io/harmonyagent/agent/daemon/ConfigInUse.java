package io.harmonyagent.agent.daemon;

import io.harmonyagent.core.config.AgentConfig;
import java.util.Map;
import java.util.Optional;

/**
 * The configuration that this process works with.
 *
 * @param texts of the files that it was read from, each under its name
 * @param rejected what is wrong with the files as they are; present if this is an older one
 */
public record ConfigInUse(
    AgentConfig config, Map<String, String> texts, Optional<String> rejected) {
  /** One of which nothing is to be kept or told. */
  static ConfigInUse of(AgentConfig config) {
    return new ConfigInUse(config, Map.of(), Optional.empty());
  }
}
