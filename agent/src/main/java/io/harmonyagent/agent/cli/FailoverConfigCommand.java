package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.topology.ConfigReview;
import io.harmonyagent.failover.topology.MultisitePostgres;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code failover config}: what can be said about a config without a mesh. */
@Command(
    name = "config",
    description = "Looks at configs in files.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  harmonyctl failover config check -f multisite-postgres.yaml"},
    subcommands = FailoverConfigCommand.Check.class)
final class FailoverConfigCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "Say what to do; 'harmonyctl failover config --help' lists the commands");
  }

  /** {@code failover config check}. */
  @Command(
      name = "check",
      description = "Says whether a config, or a MultisitePostgres, is safe; needs no mesh.",
      mixinStandardHelpOptions = true,
      footer = {"", "Example:", "  harmonyctl failover config check -f multisite-postgres.yaml"})
  static final class Check implements Callable<Integer> {
    @Option(
        names = {"-f", "--file"},
        paramLabel = "FILE",
        description = "YAML, or JSON if its name says so.",
        required = true)
    private Path file;

    @Mixin private Output output;

    @Override
    public Integer call() throws UserError {
      ConfigReview review = new ConfigReview(Optional.empty(), read());
      output.print(new ReviewView(review, false));
      ConfigChange.refuseUnsafe(review);
      if (output.isForPeople()) {
        output.say("safe");
      }
      return ExitCode.OK;
    }

    private ClusterConfig read() throws UserError {
      try {
        Node document = Manifests.document(file);
        return MultisitePostgres.isOne(document)
            ? MultisitePostgres.read(document).plan().config()
            : FailoverEditConfigCommand.config(document);
      } catch (InvalidDocument e) {
        throw UserError.badInput(e.sentence());
      }
    }
  }
}
