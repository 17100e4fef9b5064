package io.harmonyagent.agent.cli;

import io.harmonyagent.core.config.MeshConfig;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code config}: the meshes that this user knows by name. */
@Command(
    name = "config",
    description = "Names meshes, so that no command needs -s.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Contexts are kept in ~/.config/harmony, or in HARMONYCTL_CONFIG if that is set.",
      "",
      "Example:",
      "  harmonyctl config set home -s nats://127.0.0.1:4222"
    })
final class ConfigCommand {
  @Spec private CommandSpec spec;

  @Command(
      name = "set",
      description = "Makes or changes a context; the first one is used from now on.",
      mixinStandardHelpOptions = true,
      footer = {"", "Example:", "  harmonyctl config set home -s nats://127.0.0.1:4222"})
  int set(
      @Mixin MeshAccess mesh,
      @Parameters(paramLabel = "NAME", description = "Its name.") String name)
      throws UserError, IOException {
    ContextFile contexts = ContextFile.ofThisUser();
    MeshConfig config = mesh.config();
    contexts.set(name, config);
    if (contexts.current().isEmpty()) {
      contexts.use(name);
    }
    spec.commandLine().getOut().println("context " + name + " is set");
    return ExitCode.OK;
  }

  @Command(
      name = "use",
      description = "Uses a context from now on.",
      mixinStandardHelpOptions = true,
      footer = {"", "Example:", "  harmonyctl config use home"})
  int use(@Parameters(paramLabel = "NAME", description = "Its name.") String name)
      throws UserError, IOException {
    ContextFile.ofThisUser().use(name);
    spec.commandLine().getOut().println("context " + name + " is used from now on");
    return ExitCode.OK;
  }

  @Command(
      name = "list",
      description = "Lists the contexts; a star marks the one in use.",
      mixinStandardHelpOptions = true,
      footer = {"", "Example:", "  harmonyctl config list"})
  int list(@Mixin Output output) throws UserError, IOException {
    output.print(ContextsView.of(ContextFile.ofThisUser()));
    return ExitCode.OK;
  }

  @Command(
      name = "delete",
      description = "Forgets a context; the mesh itself stays as it is.",
      mixinStandardHelpOptions = true,
      footer = {"", "Example:", "  harmonyctl config delete old"})
  int delete(@Parameters(paramLabel = "NAME", description = "Its name.") String name)
      throws UserError, IOException {
    ContextFile.ofThisUser().delete(name);
    spec.commandLine().getOut().println("context " + name + " is deleted");
    return ExitCode.OK;
  }
}
