package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.Version;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code version}. */
@Command(
    name = "version",
    description = "Prints the version.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  harmony-agent version -o json"})
final class VersionCommand implements Callable<Integer> {
  @Option(
      names = {"-o", "--output"},
      description = "table or json",
      defaultValue = "table")
  private OutputFormat output;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine()
        .getOut()
        .println(
            switch (output) {
              case table -> "harmony-agent " + Version.TEXT;
              case json ->
                  JsonWriter.pretty(
                      new JsonObject()
                          .put("name", "harmony-agent")
                          .put("version", Version.TEXT)
                          .put("arch", System.getProperty("os.arch"))
                          .put("java", System.getProperty("java.version"))
                          .node());
            });
    return ExitCode.OK;
  }

  /** For {@code --version}. */
  static final class Provider implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"harmony-agent " + Version.TEXT};
    }
  }
}
