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
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Small values that differ from device to device, filled in before a manifest is sent: {@code
 * ${agent.id}} and {@code ${label.KEY}}. Every other {@code ${…}} is somebody else's, such as
 * systemd's or a shell's, and stays; {@code $${agent.id}} stands for the text itself.
 */
final class Expansion {
  private static final Pattern PLACE = Pattern.compile("(\\$?)\\$\\{(agent|label)\\.([^}]*)\\}");

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
    return switch (node) {
      case Node.Mapping mapping ->
          mapping.entries().values().stream().anyMatch(Expansion::hasLabels);
      case Node.Sequence sequence -> sequence.items().stream().anyMatch(Expansion::hasLabels);
      case Node.Text text ->
          PLACE.matcher(text.value()).results().anyMatch(place -> place.group(2).equals("label"));
      case Node.Numeral _, Node.Flag _, Node.Nothing _ -> false;
    };
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
