package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.plan.Plan;
import java.util.ArrayList;
import java.util.List;

/** A plan as it is printed, whoever made it. */
record PlanView(Plan plan) implements View {
  @Override
  public String table(boolean wide) {
    if (plan.steps().isEmpty()) {
      return "nothing is wanted, and nothing on the device is ours";
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("RESOURCE", "KIND", "CHANGE", "DETAIL"));
    for (Plan.Step step : plan.steps()) {
      String detail =
          step.change().explanation().map(why -> step.key() + ": " + why).orElse(step.key());
      rows.add(List.of(step.id().value(), step.kind(), step.change().wireName(), detail));
    }
    return wide ? Table.align(rows) : Table.fit(rows);
  }

  @Override
  public Node node() {
    return plan.toNode();
  }

  @Override
  public List<String> names() {
    return plan.steps().stream()
        .filter(step -> step.change().isChange())
        .map(step -> step.id().value())
        .toList();
  }
}
