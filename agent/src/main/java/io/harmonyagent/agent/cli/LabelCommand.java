package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.mesh.Bucket;
import io.harmonyagent.core.mesh.CasOutcome;
import io.harmonyagent.core.mesh.Keys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code label}: gives a device labels, by which groups are formed. */
@Command(
    name = "label",
    description = "Sets, removes or prints a device's labels.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  harmonyctl label pi-kitchen site=home ring=canary",
      "  harmonyctl label pi-kitchen ring-",
      "  harmonyctl label pi-kitchen"
    })
final class LabelCommand implements Callable<Integer> {
  private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(5);

  @Mixin private MeshAccess mesh;

  @Mixin private DeviceArgument device;

  @Parameters(
      index = "1..*",
      paramLabel = "CHANGE",
      description = "key=value to set, key- to remove; without one, the labels are printed.")
  private List<String> changes = new ArrayList<>();

  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    AgentId id = device.id();
    Labels labels =
        mesh.use(
            connection -> {
              Bucket bucket = MeshAccess.agents(connection);
              Bucket.Latest latest = bucket.get(Keys.labels(id));
              Labels now =
                  latest.value().isEmpty() ? Labels.NONE : Labels.read(latest.value().get());
              for (String change : changes) {
                now = now.with(change);
              }
              if (!changes.isEmpty()) {
                write(bucket, id, now, latest.revision());
                if (!new DesiredState(connection, id).isOfKnownDevice()) {
                  output.warn(List.of(id + " has never said anything; is that its name?"));
                }
              }
              return now;
            });
    output.print(new LabelsView(id, labels));
    return ExitCode.OK;
  }

  private static void write(Bucket bucket, AgentId id, Labels labels, long revision)
      throws UserError {
    CasOutcome outcome =
        bucket.compareAndSet(Keys.labels(id), labels.bytes(), revision, WRITE_TIMEOUT);
    switch (outcome) {
      case CasOutcome.Acked _ -> {}
      case CasOutcome.Lost _, CasOutcome.InFlight _ ->
          throw UserError.failed("somebody else labelled " + id + " just now; try again");
      case CasOutcome.Unknown(String why) ->
          throw UserError.noMesh("the labels of " + id + " were written or not: " + why);
    }
  }

  /** A device and its labels. */
  private record LabelsView(AgentId agent, Labels labels) implements View {
    @Override
    public String table(boolean wide) {
      return (agent + "  " + labels).strip();
    }

    @Override
    public Node node() {
      return new JsonObject().put("agent_id", agent.value()).put("labels", labels.json()).node();
    }

    @Override
    public List<String> names() {
      return List.of(agent.value());
    }
  }
}
