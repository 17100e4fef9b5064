package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.AgentId;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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

  @Mixin private DeviceArgument device;

  @Option(names = "--to", paramLabel = "GENERATION", description = "Which one.")
  private @Nullable Long to;

  @Mixin private Waiting waiting;

  @Mixin private Signing signing;

  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    AgentId id = device.id();
    DeviceChange change = new DeviceChange(id, signing.key(), waiting, output);
    return mesh.use(
        connection -> {
          History history = History.ofKnown(connection, id);
          History.Generation earlier = earlier(history, id);
          Node manifest = History.manifest(connection, id, earlier);
          return change.make(
              connection,
              desired ->
                  desired.replace(
                      history.revision(),
                      DesiredState.withoutGeneration(manifest),
                      "rollback to " + earlier.number()),
              ", which is generation " + earlier.number() + " again");
        });
  }

  private History.Generation earlier(History history, AgentId id) throws UserError {
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
