package io.harmonyagent.core.plan;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.manifest.ResourceId;
import java.util.ArrayList;
import java.util.List;

/** The steps from what the device is to what a manifest says, in the order they would be taken. */
public record Plan(long generation, List<Step> steps) {
  public Plan {
    steps = List.copyOf(steps);
  }

  /**
   * One thing on the device.
   *
   * @param key what identifies it there: a path, a container's name; empty for an unknown kind
   */
  public record Step(ResourceId id, String kind, String key, Change change) {}

  /** Whether carrying it out would change nothing. */
  public boolean isEmpty() {
    return steps.stream().noneMatch(step -> step.change().isChange());
  }

  /** Whether every resource could be brought into place, as far as can be seen. */
  public boolean isPossible() {
    return steps.stream().noneMatch(step -> step.change() instanceof Change.Blocked);
  }

  /** Reads what {@link #toNode} wrote, here or on a device. */
  public static Plan read(Node document) throws InvalidDocument {
    Fields root = Reading.start().root(document);
    List<Step> steps = new ArrayList<>();
    for (Fields in : root.objects("steps")) {
      String id = in.text("id");
      if (!ResourceId.isValid(id)) {
        throw in.invalid("id", "must be " + ResourceId.RULE);
      }
      Change change =
          Change.of(in.text("change"), in.optionalText("explanation").orElse(""))
              .orElseThrow(() -> in.invalid("change", "is not a change that this version knows"));
      steps.add(new Step(new ResourceId(id), in.text("kind"), in.text("key"), change));
    }
    return new Plan(root.integer("generation"), steps);
  }

  public Node toNode() {
    return new JsonObject()
        .put("generation", generation)
        .putNodes("steps", steps.stream().map(Plan::node).toList())
        .node();
  }

  private static Node node(Step step) {
    return new JsonObject()
        .put("id", step.id().value())
        .put("kind", step.kind())
        .put("key", step.key())
        .put("change", step.change().wireName())
        .putIfPresent("explanation", step.change().explanation())
        .node();
  }
}
