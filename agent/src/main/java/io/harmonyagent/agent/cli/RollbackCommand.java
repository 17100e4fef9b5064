package io.harmonyagent.agent.cli;

import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.trust.SigningKey;
import io.nats.client.Connection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rollback}: wants again what was wanted before, as a new generation (adr/0017). */
@Command(
    name = "rollback",
    description = "Makes an earlier manifest the desired state again, as a new generation.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Without --to, the one before the present one. 'harmonyctl history' lists them.",
      "",
      "Examples:",
      "  harmonyctl rollback pi-kitchen --wait",
      "  harmonyctl rollback pi-kitchen --to 41"
    })
final class RollbackCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;

  @Parameters(paramLabel = "ID", description = "The device.")
  private String agent;

  @Option(names = "--to", paramLabel = "GENERATION", description = "Which one.")
  private @Nullable Long to;

  @Mixin private Waiting waiting;

  @Mixin private Signing signing;

  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    AgentId id = MeshAccess.agentId(agent);
    Optional<SigningKey> key = signing.key();
    return mesh.use(
        connection -> {
          History.Generation earlier = earlier(connection, id);
          DesiredState.Written written =
              new DesiredState(connection, id, key)
                  .write(
                      DesiredState.withoutGeneration(earlier.manifest().orElseThrow()),
                      "rollback to " + earlier.number());
          output
              .talk()
              .println(
                  "%s: generation %d is wanted, which is generation %d again"
                      .formatted(id, written.manifest().generation(), earlier.number()));
          return Outcome.finish(
              List.of(waiting.afterwards(connection, id, written, output)), output);
        });
  }

  private History.Generation earlier(Connection connection, AgentId id) throws Exception {
    History history = History.read(connection, id);
    Long wanted = to;
    Optional<History.Generation> found = wanted == null ? history.previous() : history.find(wanted);
    return found.orElseThrow(
        () ->
            UserError.failed(
                wanted == null
                    ? "the mesh remembers nothing earlier that was wanted of " + id
                    : "the mesh does not remember generation "
                        + wanted
                        + "; 'harmonyctl history "
                        + id
                        + "' lists those that it does"));
  }
}
