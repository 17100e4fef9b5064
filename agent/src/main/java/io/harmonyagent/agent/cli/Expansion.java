package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Pointer;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.mesh.Bucket;
import io.harmonyagent.core.mesh.Keys;
import io.nats.client.Connection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Small values that differ from device to device, filled in before a manifest is sent: {@code
 * ${agent.id}} and {@code ${label.KEY}}. Every other {@code ${…}} is somebody else's, such as
 * systemd's or a shell's, and stays; {@code $${agent.id}} stands for the text itself.
 */
final class Expansion {
  private static final Pattern PLACE = Pattern.compile("(\\$?)\\$\\{(agent|label)\\.([^}]*)\\}");

  private static final AgentId SAMPLE = new AgentId("agent");
  private static final List<String> SAMPLE_LABELS =
      List.of("label", "label.example", "1", "/label");

  private final AgentId agent;
  private final Labels labels;

  Expansion(AgentId agent, Labels labels) {
    this.agent = agent;
    this.labels = labels;
  }

  /**
   * Asks for the device's labels only where the manifest has a place for one: who may only plan may
   * not read them.
   */
  static Expansion forAgent(Connection connection, AgentId agent, Node manifest) throws Exception {
    if (!hasLabels(manifest)) {
      return new Expansion(agent, Labels.NONE);
    }
    Bucket.Latest latest = MeshAccess.agents(connection).get(Keys.labels(agent));
    return new Expansion(
        agent, latest.value().isEmpty() ? Labels.NONE : Labels.read(latest.value().get()));
  }

  private static boolean hasLabels(Node node) {
    return places(node).anyMatch(place -> place.group(2).equals("label"));
  }

  private static Stream<MatchResult> places(Node node) {
    return switch (node) {
      case Node.Mapping mapping -> mapping.entries().values().stream().flatMap(Expansion::places);
      case Node.Sequence sequence -> sequence.items().stream().flatMap(Expansion::places);
      case Node.Text text -> PLACE.matcher(text.value()).results();
      case Node.Numeral _, Node.Flag _, Node.Nothing _ -> Stream.empty();
    };
  }

  /** Reads a manifest that is made for a device. */
  @FunctionalInterface
  interface Reader<T> {
    T read(Node manifest) throws InvalidDocument;
  }

  /**
   * Reads it as it might be on some device: a label may hold what makes it right, so it is wrong
   * only if it is so with each of a few.
   */
  static <T> T sample(Node source, Reader<T> reader) throws InvalidDocument {
    if (!hasLabels(source)) {
      return reader.read(new Expansion(SAMPLE, Labels.NONE).of(source));
    }
    InvalidDocument first = null;
    for (String value : SAMPLE_LABELS) {
      try {
        return reader.read(new Expansion(SAMPLE, labelled(source, value)).of(source));
      } catch (InvalidDocument e) {
        first = first == null ? e : first;
      }
    }
    throw Objects.requireNonNull(first);
  }

  private static Labels labelled(Node source, String value) {
    TreeMap<String, String> labels = new TreeMap<>();
    places(source)
        .filter(place -> place.group(2).equals("label") && !place.group(3).isEmpty())
        .forEach(place -> labels.put(place.group(3), value));
    return new Labels(labels);
  }

  /** The manifest for this device, found to be one. */
  Node checked(Node source) throws UserError {
    try {
      Node manifest = of(source);
      ManifestReader.readStatic(manifest);
      return manifest;
    } catch (InvalidDocument e) {
      throw UserError.badInput(e.sentence());
    }
  }

  Node of(Node node) throws InvalidDocument {
    return of(node, Pointer.ROOT);
  }

  private Node of(Node node, Pointer at) throws InvalidDocument {
    return switch (node) {
      case Node.Mapping(var place, var entries) -> {
        SequencedMap<String, Node> expanded = new LinkedHashMap<>();
        for (Map.Entry<String, Node> entry : entries.entrySet()) {
          expanded.put(entry.getKey(), of(entry.getValue(), at.child(entry.getKey())));
        }
        yield new Node.Mapping(place, expanded);
      }
      case Node.Sequence(var place, var items) -> {
        List<Node> expanded = new ArrayList<>();
        for (Node item : items) {
          expanded.add(of(item, at.child(expanded.size())));
        }
        yield new Node.Sequence(place, expanded);
      }
      case Node.Text text -> text(text, at);
      case Node.Numeral _, Node.Flag _, Node.Nothing _ -> node;
    };
  }

  private Node text(Node.Text text, Pointer at) throws InvalidDocument {
    Matcher found = PLACE.matcher(text.value());
    StringBuilder expanded = new StringBuilder();
    while (found.find()) {
      boolean literal = !found.group(1).isEmpty();
      String value =
          literal ? found.group().substring(1) : value(found.group(2), found.group(3), text, at);
      found.appendReplacement(expanded, Matcher.quoteReplacement(value));
    }
    found.appendTail(expanded);
    return new Node.Text(text.place(), expanded.toString());
  }

  private String value(String of, String name, Node.Text text, Pointer at) throws InvalidDocument {
    if (of.equals("agent") && name.equals("id")) {
      return agent.value();
    }
    String label = labels.values().get(name);
    if (of.equals("label") && label != null) {
      return label;
    }
    throw new InvalidDocument(
        at,
        text.place(),
        of.equals("label")
            ? agent
                + " has no label '"
                + name
                + "'; give it one: harmonyctl label "
                + agent
                + " "
                + name
                + "=VALUE"
            : "${agent."
                + name
                + "} is not known; there is ${agent.id}, and $${agent."
                + name
                + "} for the text itself");
  }
}
