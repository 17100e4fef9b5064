package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.posix.TerminalDevice;
import io.harmonyagent.agent.top.Top;
import io.harmonyagent.agent.top.view.Page;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code top}: the fleet, live. */
@Command(
    name = "top",
    description = "Shows the fleet live, on a terminal; ? explains the keys.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  harmonyctl top -s nats://127.0.0.1:4222"})
final class TopCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;

  @Parameters(
      paramLabel = "AGENT",
      arity = "0..1",
      description = "Begin with this device instead of the fleet.")
  private @Nullable String agent;

  @Override
  public Integer call() throws Exception {
    Map<String, String> environment = System.getenv();
    TerminalDevice device = TerminalDevice.ofThisProcess();
    if (!device.isPresent() || environment.getOrDefault("TERM", "dumb").equals("dumb")) {
      throw UserError.badInput(
          "top draws on a terminal, and there is none here; 'harmonyctl get agents' prints the"
              + " same for files and programs");
    }
    Optional<Page> first =
        agent == null ? Optional.empty() : Optional.of(new Page.OfAgent(MeshAccess.agentId(agent)));
    boolean colour = environment.getOrDefault("NO_COLOR", "").isEmpty();
    new Top(mesh.configOrContext(), device, colour).show(first);
    return ExitCode.OK;
  }
}
