package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.mesh.BucketScan;
import io.harmonyagent.core.mesh.Keys;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Condition;
import io.harmonyagent.core.status.StatusReader;
import io.nats.client.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was wanted of a device, as far back as the bucket remembers (16 values of each key), and
 * what the device last said of each generation.
 */
record History(List<Generation> generations) implements View {
  /**
   * One desired state.
   *
   * @param revision its place in the order of all writes
   * @param number 0 where there is none that can be read
   * @param isThere false where the desired state was deleted, or cannot be read
   */
  record Generation(
      long revision,
      long number,
      boolean isThere,
      Instant written,
      String by,
      String note,
      String outcome) {
    private Generation notAnswered() {
      return new Generation(revision, number, isThere, written, by, note, "not answered yet");
    }
  }

  /** Of a generation that the device has said nothing of. */
  private static final String UNSAID = "?";

  static History read(Connection connection, AgentId agent) throws MeshUnavailable {
    BucketScan scan = new BucketScan(connection, Keys.AGENTS_BUCKET);
    Map<Long, String> outcomes = new HashMap<>();
    scan.history(Keys.actualState(agent), entry -> note(entry, outcomes));
    // Of the manifests themselves nothing is kept: sixteen of them are too much for the heap.
    List<Generation> generations = new ArrayList<>();
    scan.history(
        Keys.desiredState(agent), entry -> generations.addFirst(generation(entry, outcomes)));
    if (!generations.isEmpty() && generations.getFirst().outcome().equals(UNSAID)) {
      generations.set(0, generations.getFirst().notAnswered());
    }
    return new History(generations);
  }

  /** The manifest of a generation that is there. */
  static Node manifest(Connection connection, AgentId agent, Generation wanted)
      throws MeshUnavailable, UserError {
    List<Node> found = new ArrayList<>();
    new BucketScan(connection, Keys.AGENTS_BUCKET)
        .history(
            Keys.desiredState(agent),
            entry -> {
              if (entry.revision() == wanted.revision()) {
                document(entry).ifPresent(found::add);
              }
            });
    if (found.isEmpty()) {
      throw UserError.failed(
          "the mesh has just dropped generation " + wanted.number() + "; look, then try again");
    }
    return found.getFirst();
  }

  /** The same, where something must have been wanted. */
  static History ofKnown(Connection connection, AgentId agent) throws MeshUnavailable, UserError {
    History history = read(connection, agent);
    if (history.generations().isEmpty()) {
      throw UserError.failed(
          "nothing was ever wanted of " + agent + "; 'harmonyctl get agents' lists the devices");
    }
    return history;
  }

  /** The newest with that generation; a number can have been used more than once. */
  Optional<Generation> find(long number) {
    return generations.stream().filter(g -> g.isThere() && g.number() == number).findFirst();
  }

  /** What was wanted before what is wanted now; now, that may be nothing any more. */
  Optional<Generation> previous() {
    return generations.stream().skip(1).filter(Generation::isThere).findFirst();
  }

  /** Of what is wanted now; 0 if nothing ever was. */
  long revision() {
    return generations.isEmpty() ? 0 : generations.getFirst().revision();
  }

  /** The highest generation that is remembered. */
  long highest() {
    return generations.stream().mapToLong(Generation::number).max().orElse(0);
  }

  private static Generation generation(BucketScan.Entry entry, Map<Long, String> outcomes) {
    String by = entry.header(DesiredState.BY).orElse("?");
    String note = entry.header(DesiredState.NOTE).orElse("");
    if (entry.value().isEmpty()) {
      return nothing(entry, by, "deleted");
    }
    try {
      Optional<Node> manifest = document(entry);
      if (manifest.isPresent()) {
        long number = Reading.start().root(manifest.get()).optionalInteger("generation").orElse(0L);
        String outcome = outcomes.getOrDefault(number, UNSAID);
        return new Generation(entry.revision(), number, true, entry.written(), by, note, outcome);
      }
    } catch (InvalidDocument e) {
      return nothing(entry, by, "unreadable");
    }
    return nothing(entry, by, "unreadable");
  }

  /** Nothing where it was deleted, or cannot be read. */
  private static Optional<Node> document(BucketScan.Entry entry) {
    try {
      return entry.value().isEmpty()
          ? Optional.empty()
          : Optional.of(new JsonReader().read(entry.value().get(), "desired state"));
    } catch (InvalidDocument e) {
      return Optional.empty();
    }
  }

  private static Generation nothing(BucketScan.Entry entry, String by, String why) {
    return new Generation(entry.revision(), 0, false, entry.written(), by, why, "");
  }

  /** What the device last said of each generation that it had in force or rejected. */
  private static void note(BucketScan.Entry entry, Map<Long, String> outcomes) {
    try {
      if (entry.value().isPresent()) {
        note(StatusReader.read(new JsonReader().read(entry.value().get(), entry.key())), outcomes);
      }
    } catch (InvalidDocument e) {
      outcomes.putIfAbsent(0L, "?");
    }
  }

  private static void note(AgentStatus status, Map<Long, String> outcomes) {
    status
        .rejected()
        .ifPresent(r -> r.generation().ifPresent(g -> outcomes.put(g, "Rejected: " + r.reason())));
    Optional<Condition> ready =
        status.conditions().stream().filter(c -> c.type() == Condition.Type.READY).findFirst();
    String outcome =
        status.hasConverged(status.manifestGeneration())
            ? "Converged"
            : ready
                .map(c -> c.reason() + (c.message().isEmpty() ? "" : ": " + c.message()))
                .orElse("NotReady");
    outcomes.put(status.manifestGeneration(), outcome);
  }

  @Override
  public String table(boolean wide) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("GENERATION", "WHEN", "WHO", "OUTCOME"));
    for (Generation g : generations) {
      rows.add(
          List.of(
              g.isThere() ? Long.toString(g.number()) : "-",
              g.written().toString().replaceAll("\\.\\d+Z", "Z"),
              g.by(),
              g.note().isEmpty() ? g.outcome() : (g.outcome() + " (" + g.note() + ")").strip()));
    }
    return wide ? Table.align(rows) : Table.fit(rows);
  }

  @Override
  public Node node() {
    return new JsonObject()
        .putNodes(
            "generations",
            generations.stream()
                .map(
                    g ->
                        new JsonObject()
                            .put("generation", g.number())
                            .put("written_at", g.written().toString())
                            .put("by", g.by())
                            .put("note", g.note())
                            .put("outcome", g.outcome())
                            .node())
                .toList())
        .node();
  }

  @Override
  public List<String> names() {
    return generations.stream()
        .filter(Generation::isThere)
        .map(g -> Long.toString(g.number()))
        .toList();
  }
}
