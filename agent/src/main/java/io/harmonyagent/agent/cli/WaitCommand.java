package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Condition;
import io.harmonyagent.core.status.StatusReader;
import io.nats.client.Connection;
import io.nats.client.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wait}: until devices say something of themselves. */
@Command(
    name = "wait",
    description = "Waits until a device, or each of a group, is in a state.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exits with 4 when the time is over.",
      "",
      "Examples:",
      "  harmonyctl wait --agent pi-kitchen --for=Ready --timeout 120",
      "  harmonyctl wait --selector site=barn --for=Converged",
      "  harmonyctl wait --agent pi-kitchen --for=Degraded=False"
    })
final class WaitCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;

  @Mixin private Targets targets;

  @Option(
      names = "--for",
      paramLabel = "STATE",
      description =
          "Converged (Ready, in the generation that is wanted), or a condition: Ready,"
              + " Reconciling, Degraded; with =False for its opposite.",
      defaultValue = "Ready")
  private String state;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long to wait in all.",
      defaultValue = "60")
  private long timeoutSeconds;

  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    boolean converged = state.equals("Converged");
    Predicate<AgentStatus> condition = converged ? status -> true : condition();
    long deadline = System.nanoTime() + Duration.ofSeconds(timeoutSeconds).toNanos();
    return mesh.use(
        connection -> {
          List<Outcome> outcomes = new ArrayList<>();
          for (AgentId id : targets.find(connection).keySet()) {
            Predicate<AgentStatus> wanted = converged ? hasConverged(connection, id) : condition;
            AgentStatus status = await(connection, id, wanted, deadline);
            output.talk().println(id + ": " + state);
            outcomes.add(
                new Outcome(
                    id, status.manifestGeneration(), state, ExitCode.OK, Optional.of(status)));
          }
          return Outcome.finish(outcomes, output);
        });
  }

  private AgentStatus await(
      Connection connection, AgentId id, Predicate<AgentStatus> wanted, long deadline)
      throws Exception {
    String last = "it has said nothing";
    try (StatusWatch watch = new StatusWatch(connection, id)) {
      while (true) {
        Duration left = Duration.ofNanos(deadline - System.nanoTime());
        Optional<Message> update =
            left.isPositive() ? watch.next(left) : watch.next(Duration.ofMillis(1));
        if (update.isEmpty()) {
          throw UserError.timedOut(
              id + " is not " + state + " after " + timeoutSeconds + " s: " + last);
        }
        AgentStatus status = StatusReader.read(new JsonReader().read(update.get().getData(), "s"));
        if (wanted.test(status)) {
          return status;
        }
        last = new StatusView(status).table(false).lines().findFirst().orElse("");
      }
    }
  }

  private static Predicate<AgentStatus> hasConverged(Connection connection, AgentId id)
      throws Exception {
    Fields manifest = Reading.start().root(new DesiredState(connection, id).wanted());
    long generation = manifest.optionalInteger("generation").orElse(0L);
    return status -> status.hasConverged(generation);
  }

  private Predicate<AgentStatus> condition() throws UserError, InvalidDocument {
    int equals = state.indexOf('=');
    String name = equals < 0 ? state : state.substring(0, equals);
    String value = equals < 0 ? "True" : state.substring(equals + 1);
    for (Condition.Type type : Condition.Type.values()) {
      boolean known = type != Condition.Type.OFFLINE && type.wireName().equals(name);
      if (known && (value.equals("True") || value.equals("False"))) {
        return status -> status.holds(type) == value.equals("True");
      }
    }
    throw UserError.badInput(
        "--for=" + state + " is not known: Converged, Ready, Reconciling, Degraded, Ready=False …");
  }
}
