package io.harmonyagent.agent.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code explain}: what can stand in a manifest, from the schema that editors use too. */
@Command(
    name = "explain",
    description = "Explains a kind of resource, or one of its fields.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  harmonyctl explain",
      "  harmonyctl explain Container",
      "  harmonyctl explain Container.health.interval"
    })
final class ExplainCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "KIND[.FIELD]",
      arity = "0..1",
      defaultValue = "",
      description = "Without it, the manifest itself and the kinds.")
  private String what;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws UserError {
    spec.commandLine().getOut().println(ManifestSchema.load().explain(what));
    return ExitCode.OK;
  }
}
