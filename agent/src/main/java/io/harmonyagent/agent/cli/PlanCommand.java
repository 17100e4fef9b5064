package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.daemon.Wiring;
import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.FileContent;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.plan.Plan;
import io.harmonyagent.core.plan.Planner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code plan}: what a manifest would do to this device. */
@Command(
    name = "plan",
    description = "Says what a manifest would change on this device, and changes nothing.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exits with 0 if everything could be brought into place, with 1 if something is in the"
          + " way.",
      "",
      "Examples:",
      "  harmony-agent plan device.yaml",
      "  harmony-agent plan device.yaml -o json"
    })
final class PlanCommand implements Callable<Integer> {
  @Mixin private DeviceOptions device;

  @Parameters(paramLabel = "FILE", description = "The manifest: YAML, or JSON if its name says so.")
  private Path manifest;

  @Mixin private Output output;

  @Override
  public Integer call() throws UserError, InterruptedException {
    Plan plan = plan();
    output.print(new PlanView(plan));
    return plan.isPossible() ? ExitCode.OK : ExitCode.FAILED;
  }

  private Plan plan() throws UserError, InterruptedException {
    try {
      AgentManifest wanted = ManifestReader.readStatic(Manifests.document(manifest));
      AgentConfig config = device.config();
      boolean needsMesh =
          config.mesh().isPresent() && wanted.resources().stream().anyMatch(PlanCommand::isFetched);
      Planner planner =
          needsMesh
              ? Wiring.plannerOnMesh(config, device.layout(), System.getenv())
              : Wiring.planner(config, device.layout(), System.getenv());
      return planner.plan(wanted);
    } catch (InvalidDocument e) {
      throw UserError.badInput(e.sentence());
    } catch (IOException e) {
      throw UserError.failed(e.getMessage() + " (" + e.getClass().getSimpleName() + ")");
    }
  }

  private static boolean isFetched(ManagedResource resource) {
    return resource.spec() instanceof FileSpec file
        && file.content() instanceof FileContent.Artifact;
  }
}
