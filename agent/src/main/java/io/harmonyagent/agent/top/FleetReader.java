package io.harmonyagent.agent.top;

import io.harmonyagent.agent.top.view.Digest;
import io.harmonyagent.agent.top.view.News;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.mesh.Keys;
import io.harmonyagent.core.status.StatusReader;
import io.nats.client.Message;
import java.util.Optional;

/** What a record of the agents' bucket says about the fleet. */
final class FleetReader {
  private static final String PREFIX = "$KV." + Keys.AGENTS_BUCKET + ".";

  private FleetReader() {}

  /** Empty for keys of another kind, or of a later version. */
  static Optional<News> read(Message message) {
    String key = message.getSubject().substring(PREFIX.length());
    int dot = key.indexOf('.');
    if (dot < 0 || !AgentId.isValid(key.substring(dot + 1))) {
      return Optional.empty();
    }
    AgentId agent = new AgentId(key.substring(dot + 1));
    boolean deleted = isDeleted(message);
    return switch (key.substring(0, dot)) {
      case "desired-state" ->
          Optional.of(new News.Wanted(agent, deleted ? Optional.empty() : generation(message)));
      case "actual-state" ->
          Optional.of(
              new News.Said(agent, deleted ? Optional.empty() : Optional.of(digest(message))));
      case "heartbeat" ->
          Optional.of(
              new News.Beat(
                  agent,
                  deleted
                      ? Optional.empty()
                      : Optional.of(message.metaData().timestamp().toInstant())));
      default -> Optional.empty();
    };
  }

  static boolean isDeleted(Message message) {
    return message.hasHeaders() && message.getHeaders().getFirst("KV-Operation") != null;
  }

  /** Only the number: a fleet's manifests as a whole would be too much. */
  private static Optional<Long> generation(Message message) {
    try {
      return Reading.start()
          .root(new JsonReader().read(message.getData(), "desired state"))
          .optionalInteger("generation");
    } catch (InvalidDocument e) {
      return Optional.empty();
    }
  }

  private static Digest digest(Message message) {
    try {
      return Digest.of(StatusReader.read(new JsonReader().read(message.getData(), "status")));
    } catch (InvalidDocument e) {
      return Digest.unreadable(e.sentence());
    }
  }
}
