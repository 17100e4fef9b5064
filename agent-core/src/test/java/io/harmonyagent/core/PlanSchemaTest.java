package io.harmonyagent.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.plan.Change;
import io.harmonyagent.core.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanSchemaTest {
  private static final List<Change> ALL =
      List.of(
          new Change.WillCreate(),
          new Change.WillUpdate("content"),
          new Change.WillReplace("image"),
          new Change.WillDelete("stays as it is"),
          new Change.AlreadyApplied(),
          new Change.Blocked("no space"));

  private final SchemaCheck schema = SchemaCheck.of("plan");

  @Test
  void knows_every_change_and_every_field() {
    assertThat(ALL).hasSameSizeAs(Change.class.getPermittedSubclasses());
    List<Plan.Step> steps = new ArrayList<>();
    ALL.forEach(
        change -> steps.add(new Plan.Step(new ResourceId("web"), "Container", "web", change)));

    assertThat(schema.complaints(new Plan(7, steps).toNode())).isEmpty();
    assertThat(schema.seenProperties()).isEqualTo(schema.allProperties());
  }
}
