package io.harmonyagent.agent.cli;

import io.harmonyagent.core.call.CallFailed;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.harmonyagent.core.plan.Plan;
import io.nats.client.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a manifest would change on one device, as the device itself says.
 *
 * @param plan absent where the device did not answer
 * @param trouble why not
 */
record DryRun(AgentId agent, Optional<Plan> plan, String trouble, int exitCode) {
  static DryRun ask(Connection connection, AgentId agent, Node manifest) throws Exception {
    try {
      Plan plan = AskPlanCommand.ask(connection, agent, manifest);
      return new DryRun(
          agent, Optional.of(plan), "", plan.isPossible() ? ExitCode.OK : ExitCode.FAILED);
    } catch (MeshUnavailable | CallFailed e) {
      return new DryRun(
          agent, Optional.empty(), CommandLines.sentence(e), CommandLines.exitCode(e));
    }
  }

  private boolean isChange() {
    return plan.filter(each -> !each.isEmpty()).isPresent();
  }

  private String table(boolean wide) {
    return plan.map(
            each ->
                agent
                    + (each.isEmpty() ? ": nothing would change\n" : ": would change\n")
                    + new PlanView(each).table(wide))
        .orElseGet(() -> agent + ": not known: " + trouble);
  }

  private Node node() {
    JsonObject node = new JsonObject().put("agent_id", agent.value());
    plan.ifPresent(each -> node.put("plan", new PlanView(each).node()));
    return (trouble.isEmpty() ? node : node.put("error", trouble)).node();
  }

  /** What would change, device by device. */
  record Devices(List<DryRun> runs) implements View {
    @Override
    public String table(boolean wide) {
      List<String> parts = new ArrayList<>();
      runs.forEach(run -> parts.add(run.table(wide)));
      return String.join("\n", parts);
    }

    @Override
    public Node node() {
      return new JsonObject().putNodes("devices", runs.stream().map(DryRun::node).toList()).node();
    }

    @Override
    public List<String> names() {
      return runs.stream().filter(DryRun::isChange).map(run -> run.agent().value()).toList();
    }
  }
}
