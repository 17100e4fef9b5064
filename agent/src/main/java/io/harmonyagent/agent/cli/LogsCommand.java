package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.terminal.PrintableText;
import io.harmonyagent.core.call.LogWish;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.mesh.AgentCall;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code logs}: what a container or a unit prints, fetched from the device over the mesh. */
@Command(
    name = "logs",
    description = "Prints what a container or a unit of a device printed, or the agent itself.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  harmonyctl logs web --agent pi-kitchen --tail 20",
      "  harmonyctl logs web --agent pi-kitchen -f",
      "  harmonyctl logs --agent pi-kitchen"
    })
final class LogsCommand implements Callable<Integer> {
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  @Mixin private MeshAccess mesh;

  @Parameters(
      paramLabel = "RESOURCE",
      arity = "0..1",
      description = "A resource of the manifest in force; without it, the agent itself.")
  private @Nullable String resource;

  @Mixin private DeviceOption device;

  @Option(
      names = {"-f", "--follow"},
      description = "Go on with what comes, until Ctrl-C.")
  private boolean follow;

  @Option(
      names = {"-n", "--tail"},
      paramLabel = "LINES",
      description = "How many of the last lines; " + LogWish.MOST_LINES + " at most.",
      defaultValue = "100")
  private int tail;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    AgentId id = device.id();
    if (tail < 0 || tail > LogWish.MOST_LINES) {
      throw UserError.badInput("--tail must be 0 to " + LogWish.MOST_LINES + ", is " + tail);
    }
    String wanted = resource;
    Optional<ResourceId> of =
        wanted == null ? Optional.empty() : Optional.of(ResourceArgument.of(wanted));
    LogWish wish = new LogWish(of, tail, follow);
    PrintWriter out = spec.commandLine().getOut();
    return mesh.use(
        connection -> {
          byte[] request = JsonWriter.compact(wish.toJson().node());
          try (AgentCall call = AgentCall.open(connection, id, LogWish.VERB, request)) {
            PrintableText text = new PrintableText();
            while (!call.isOver() && !isGone(out)) {
              call.next(LOOK_EVERY).ifPresent(piece -> out.print(text.next(piece)));
              out.flush();
            }
          }
          return ExitCode.OK;
        });
  }

  /** Whether nobody reads any more, as behind {@code | head}. */
  private static boolean isGone(PrintWriter out) {
    return out.checkError() || System.out.checkError();
  }
}
