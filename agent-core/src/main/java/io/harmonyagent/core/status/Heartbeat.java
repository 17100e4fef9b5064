package io.harmonyagent.core.status;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.manifest.AgentId;
import java.time.Instant;

/** A sign of life. It says nothing of the workloads: that is the status's part. */
public record Heartbeat(AgentId agentId, String agentVersion, String bootId, Instant at) {
  public Node toNode() {
    return new JsonObject()
        .put("agent_id", agentId.value())
        .put("agent_version", agentVersion)
        .put("boot_id", bootId)
        .put("at", at.toString())
        .node();
  }

  public static Heartbeat read(Node document) throws InvalidDocument {
    Fields in = Reading.start().root(document);
    return new Heartbeat(
        StatusReader.agentId(in),
        in.text("agent_version"),
        in.text("boot_id"),
        StatusReader.instant(in, "at"));
  }
}
