package io.harmonyagent.failover.site;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.failover.core.ConfigInForce;
import io.harmonyagent.failover.core.Durable;
import io.harmonyagent.failover.core.Seen;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.core.Timing;
import io.harmonyagent.failover.lease.ConfigJson;
import io.harmonyagent.failover.lease.Words;
import java.util.Optional;

/** What survives the agent, as JSON. Every field is required but those that may be absent. */
final class DurableJson {
  private DurableJson() {}

  static JsonObject write(Durable durable) {
    Seen seen = durable.seen();
    JsonObject json =
        new JsonObject()
            .put(
                "seen",
                new JsonObject()
                    .put("epoch", seen.epoch())
                    .putIfPresent("holder", seen.holder().map(SiteId::value))
                    .put("revision", seen.revision())
                    .put("sequence", seen.sequence()))
            .put("epoch_floor", durable.epochFloor())
            .put("forgiven_revision", durable.forgivenRevision())
            .put("streamed_epoch", durable.streamedEpoch())
            .put("safe", durable.safe());
    durable.config().ifPresent(config -> json.put("config", write(config)));
    return json;
  }

  static Durable read(Fields fields) throws InvalidDocument {
    Fields seen = fields.object("seen");
    Optional<Fields> config = fields.optionalObject("config");
    return new Durable(
        new Seen(
            seen.integer("epoch"),
            Words.optionalSite(seen, "holder"),
            seen.integer("revision"),
            seen.integer("sequence")),
        fields.integer("epoch_floor"),
        fields.integer("forgiven_revision"),
        fields.integer("streamed_epoch"),
        flag(fields, "safe"),
        config.isEmpty() ? Optional.empty() : Optional.of(config(config.get())));
  }

  private static JsonObject write(ConfigInForce config) {
    return new JsonObject()
        .put("latest", ConfigJson.write(config.latest()))
        .put("latest_revision", config.latestRevision())
        .put("holding", timing(config.holding()))
        .put("holding_revision", config.holdingRevision())
        .put("wait_ms", config.waitMs())
        .put("trust_from_sequence", config.trustFromSequence());
  }

  private static ConfigInForce config(Fields fields) throws InvalidDocument {
    return new ConfigInForce(
        ConfigJson.read(fields.object("latest")),
        fields.integer("latest_revision"),
        timing(fields.object("holding")),
        fields.integer("holding_revision"),
        fields.integer("wait_ms"),
        fields.integer("trust_from_sequence"));
  }

  private static JsonObject timing(Timing timing) {
    return new JsonObject()
        .put("heartbeat_timeout_ms", timing.heartbeatTimeoutMs())
        .put("failure_threshold", timing.failureThreshold())
        .put("success_threshold", timing.successThreshold())
        .put("failover_timeout_ms", timing.failoverTimeoutMs())
        .put("safety_margin_ms", timing.safetyMarginMs())
        .put("fence_timeout_ms", timing.fenceTimeoutMs());
  }

  private static Timing timing(Fields fields) throws InvalidDocument {
    return new Timing(
        fields.integer("heartbeat_timeout_ms"),
        Words.smallInteger(fields, "failure_threshold"),
        Words.smallInteger(fields, "success_threshold"),
        fields.integer("failover_timeout_ms"),
        fields.integer("safety_margin_ms"),
        fields.integer("fence_timeout_ms"));
  }

  /** A latch that is missing is not open: without it the file tells nothing. */
  private static boolean flag(Fields fields, String key) throws InvalidDocument {
    if (!fields.has(key)) {
      throw fields.invalid(key, "is missing");
    }
    return fields.flag(key, true);
  }
}
