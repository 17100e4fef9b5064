package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.failover.lease.ConfigJson;
import io.harmonyagent.failover.topology.ConfigReview;
import java.util.List;

/**
 * A cluster's config, looked at.
 *
 * @param written whether it is now the one in the mesh because of that
 */
record ReviewView(ConfigReview review, boolean written) implements View {
  @Override
  public String table(boolean wide) {
    return wide
        ? review.inequality()
        : String.join("\n", Table.wrap(review.inequality(), Table.SCREEN));
  }

  @Override
  public Node node() {
    return new JsonObject()
        .put("safe", review.problems().isEmpty())
        .putList("problems", review.problems())
        .put("inequality", review.inequality())
        .putList("differences", review.before().isEmpty() ? List.of() : review.differences())
        .put("written", written)
        .put("config", ConfigJson.write(review.after()))
        .node();
  }

  @Override
  public List<String> names() {
    return List.of();
  }
}
