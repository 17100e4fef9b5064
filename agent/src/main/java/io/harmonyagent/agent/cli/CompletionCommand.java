package io.harmonyagent.agent.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code completion}: what a shell needs to complete our command lines. */
@Command(
    name = "completion",
    description = "Prints a script by which a shell completes harmonyctl's command lines.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  harmonyctl completion bash > /etc/bash_completion.d/harmonyctl",
      "  harmonyctl completion zsh > ~/.zfunc/_harmonyctl",
      "  harmonyctl completion fish > ~/.config/fish/completions/harmonyctl.fish"
    })
final class CompletionCommand implements Callable<Integer> {
  /** The shells that we know. */
  enum Shell {
    bash,
    zsh,
    fish
  }

  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
  private Shell shell;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    CompletionScript script = CompletionScript.of(CommandLines.whole(new CtlCommand()));
    spec.commandLine()
        .getOut()
        .print(
            switch (shell) {
              case bash -> script.bash();
              case zsh -> script.zsh();
              case fish -> script.fish();
            });
    spec.commandLine().getOut().flush();
    return ExitCode.OK;
  }
}
