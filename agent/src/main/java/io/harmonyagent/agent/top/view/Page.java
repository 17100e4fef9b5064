package io.harmonyagent.agent.top.view;

import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ResourceId;
import java.util.Optional;

/** Where in the view somebody is. */
public sealed interface Page {
  /** All agents. */
  record OfFleet() implements Page {}

  /** One agent with its resources. */
  record OfAgent(AgentId agent) implements Page {}

  /** One resource of it. */
  record OfResource(AgentId agent, ResourceId resource) implements Page {}

  /** Its log. */
  record OfLog(LogKey key) implements Page {}

  /** All failover clusters. */
  record OfFailover() implements Page {}

  /** One of them. */
  record OfCluster(String cluster) implements Page {}

  /** The agent that it is about. */
  default Optional<AgentId> focus() {
    return switch (this) {
      case OfFleet _, OfFailover _, OfCluster _ -> Optional.empty();
      case OfAgent page -> Optional.of(page.agent());
      case OfResource page -> Optional.of(page.agent());
      case OfLog page -> Optional.of(page.key().agent());
    };
  }

  /** The log that it shows. */
  default Optional<LogKey> log() {
    return this instanceof OfLog page ? Optional.of(page.key()) : Optional.empty();
  }

  /** The log of what it is about. */
  default Optional<LogKey> logBehind() {
    return this instanceof OfResource page
        ? Optional.of(new LogKey(page.agent(), page.resource()))
        : Optional.empty();
  }
}
