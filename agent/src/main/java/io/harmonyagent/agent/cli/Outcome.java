package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.status.AgentStatus;
import java.util.List;
import java.util.Optional;

/**
 * What became of a command for one device.
 *
 * @param generation of the manifest that was written, or that the device has
 * @param word Wanted where nobody waited, or how the waiting ended
 * @param status what the device said last, where somebody waited for it
 */
record Outcome(
    AgentId agent, long generation, String word, int exitCode, Optional<AgentStatus> status) {

  static final String CONVERGED = "Converged";

  /** Nothing was written for it. */
  static Outcome notWritten(AgentId agent, int exitCode) {
    return new Outcome(agent, 0, "NotWritten", exitCode, Optional.empty());
  }

  /** Whether it is written, or what the device makes of it, was not to be learned. */
  static Outcome unknown(AgentId agent, long generation, int exitCode) {
    return new Outcome(agent, generation, "Unknown", exitCode, Optional.empty());
  }

  /** A manifest is written, and nobody waits for the device. */
  static Outcome wanted(AgentId agent, DesiredState.Written written) {
    return new Outcome(
        agent, written.manifest().generation(), "Wanted", ExitCode.OK, Optional.empty());
  }

  /** The mesh knows nothing of the device any more. */
  static Outcome forgotten(AgentId agent) {
    return new Outcome(agent, 0, "Forgotten", ExitCode.OK, Optional.empty());
  }

  static Outcome of(AgentId agent, DesiredState.Written written, Convergence.Ending ending) {
    long generation = written.manifest().generation();
    return switch (ending.kind()) {
      case CONVERGED -> new Outcome(agent, generation, CONVERGED, ExitCode.OK, ending.last());
      case REJECTED -> new Outcome(agent, generation, "Rejected", ExitCode.FAILED, ending.last());
      case FAILING -> new Outcome(agent, generation, "Failed", ExitCode.FAILED, ending.last());
      case SUPERSEDED ->
          new Outcome(agent, generation, "Superseded", ExitCode.FAILED, ending.last());
      case TIMED_OUT ->
          new Outcome(agent, generation, "TimedOut", ExitCode.TIMED_OUT, ending.last());
    };
  }

  /** Prints them for programs, and tells how the command ends: as its worst. */
  static int finish(List<Outcome> outcomes, Output output) {
    output.printForPrograms(new Devices(outcomes));
    return outcomes.stream().mapToInt(Outcome::exitCode).max().orElse(ExitCode.OK);
  }

  private Node node() {
    JsonObject node =
        new JsonObject()
            .put("agent_id", agent.value())
            .put("generation", generation)
            .put("outcome", word);
    status.ifPresent(last -> node.put("status", new StatusView(last).node()));
    return node.node();
  }

  private record Devices(List<Outcome> outcomes) implements View {
    @Override
    public String table(boolean wide) {
      return String.join(
          "\n", outcomes.stream().map(each -> each.agent() + ": " + each.word()).toList());
    }

    @Override
    public Node node() {
      return new JsonObject()
          .putNodes("devices", outcomes.stream().map(Outcome::node).toList())
          .node();
    }

    @Override
    public List<String> names() {
      return outcomes.stream().map(each -> each.agent().value()).toList();
    }
  }
}
