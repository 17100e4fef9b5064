package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.Version;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code version}. */
@Command(
    name = "version",
    description = "Prints the version.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  harmony-agent version -o json"})
final class VersionCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Override
  public Integer call() {
    output.print(new Shown());
    return ExitCode.OK;
  }

  /** The version, for people and for programs. */
  private record Shown() implements View {
    @Override
    public String table(boolean wide) {
      return "harmony-agent " + Version.TEXT;
    }

    @Override
    public Node node() {
      return new JsonObject()
          .put("name", "harmony-agent")
          .put("version", Version.TEXT)
          .put("arch", System.getProperty("os.arch"))
          .put("java", System.getProperty("java.version"))
          .node();
    }

    @Override
    public List<String> names() {
      return List.of(Version.TEXT);
    }
  }

  /** For {@code --version}. */
  static final class Provider implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"harmony-agent " + Version.TEXT};
    }
  }
}
