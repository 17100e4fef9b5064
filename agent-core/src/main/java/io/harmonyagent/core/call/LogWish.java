package io.harmonyagent.core.call;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.manifest.ResourceId;
import java.util.Optional;

/**
 * What somebody wants to see of a log: the request of the verb {@code logs}. Its answer is text,
 * line by line.
 *
 * @param resource whose log; absent: the agent's own
 * @param tail how many of its last lines
 * @param follow whether to go on with those that come
 */
public record LogWish(Optional<ResourceId> resource, int tail, boolean follow) {
  public static final String VERB = "logs";

  public static final int MOST_LINES = 10_000;

  public LogWish {
    tail = Math.clamp(tail, 0, MOST_LINES);
  }

  public JsonObject toJson() {
    return new JsonObject()
        .putIfPresent("resource", resource.map(ResourceId::value))
        .put("tail", tail)
        .put("follow", follow);
  }

  public static LogWish read(byte[] request) throws InvalidDocument {
    Fields in = Reading.start().root(new JsonReader().read(request, "request"));
    Optional<String> resource = in.optionalText("resource");
    if (resource.isPresent() && !ResourceId.isValid(resource.get())) {
      throw in.invalid("resource", "must be " + ResourceId.RULE);
    }
    long tail = in.optionalInteger("tail").orElse(100L);
    return new LogWish(
        resource.map(ResourceId::new), Math.clamp(tail, 0, MOST_LINES), in.flag("follow", false));
  }
}
