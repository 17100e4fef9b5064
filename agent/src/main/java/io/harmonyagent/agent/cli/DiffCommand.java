package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.plan.Plan;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code diff}: how a device differs right now from what is wanted of it. */
@Command(
    name = "diff",
    description = "Asks a device how it differs from what is wanted of it; changes nothing.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exits with 0 if it does not differ, with 1 if it does.",
      "",
      "Example:",
      "  harmonyctl diff pi-kitchen"
    })
final class DiffCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;

  @Mixin private DeviceArgument device;

  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    AgentId id = device.id();
    Plan plan =
        mesh.use(
            connection -> {
              Node wanted = new DesiredState(connection, id).wanted();
              return AskPlanCommand.ask(connection, id, wanted);
            });
    Plan differences =
        new Plan(
            plan.generation(),
            plan.steps().stream()
                .filter(step -> !step.change().wireName().equals("AlreadyApplied"))
                .toList());
    boolean same = differences.steps().isEmpty();
    if (same && output.isForPeople()) {
      output.out().println(id + ": is what generation " + plan.generation() + " wants");
    } else {
      output.print(new PlanView(differences));
    }
    return same ? ExitCode.OK : ExitCode.FAILED;
  }
}
