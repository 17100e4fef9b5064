package io.harmonyagent.core.document;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Reads YAML 1.2 in its JSON-like reading: {@code no} is a text, only {@code true} and {@code
 * false} are flags. Anchors are refused: they can make a small file expand without bound.
 */
public final class YamlReader {
  private static final int MAX_CODE_POINTS = 4 * 1024 * 1024;
  private static final int MAX_DEPTH = 64;
  private static final Pattern JSON_NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");

  /** Reads a single document; {@code source} is the name used in complaints. */
  public Node read(String text, String source) throws InvalidDocument {
    LoadSettings settings = settings(source);
    return reading(
        source,
        () -> {
          refuseWhatCouldExpand(new Parse(settings).parseString(text), source);
          Optional<org.snakeyaml.engine.v2.nodes.Node> root =
              new Compose(settings).composeString(text);
          return root.isEmpty()
              ? new Node.Nothing(new Place(source, 1, 1))
              : value(root.get(), source, Pointer.ROOT);
        });
  }

  /** Reads every document of a text, in order; one that holds nothing is left out. */
  public List<Node> readAll(String text, String source) throws InvalidDocument {
    LoadSettings settings = settings(source);
    return reading(
        source,
        () -> {
          refuseWhatCouldExpand(new Parse(settings).parseString(text), source);
          List<Node> documents = new ArrayList<>();
          for (var root : new Compose(settings).composeAllFromString(text)) {
            Node document = value(root, source, Pointer.ROOT);
            if (!(document instanceof Node.Nothing)) {
              documents.add(document);
            }
          }
          return documents;
        });
  }

  private static LoadSettings settings(String source) {
    return LoadSettings.builder().setLabel(source).setCodePointLimit(MAX_CODE_POINTS).build();
  }

  @FunctionalInterface
  private interface Step<T> {
    T read() throws InvalidDocument;
  }

  private static <T> T reading(String source, Step<T> step) throws InvalidDocument {
    try {
      return step.read();
    } catch (MarkedYamlEngineException e) {
      Place place = e.getProblemMark().map(m -> place(m, source)).orElse(new Place(source, 0, 0));
      throw new InvalidDocument(Pointer.ROOT, place, "is not YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      throw new InvalidDocument(
          Pointer.ROOT, new Place(source, 0, 0), "is not YAML: " + e.getMessage());
    }
  }

  /** The composer calls itself for every level and follows aliases, so it gets to see neither. */
  private static void refuseWhatCouldExpand(Iterable<Event> events, String source)
      throws InvalidDocument {
    int depth = 0;
    for (Event event : events) {
      if (event instanceof CollectionStartEvent) {
        depth++;
      } else if (event instanceof CollectionEndEvent) {
        depth--;
      }
      Place place = event.getStartMark().map(m -> place(m, source)).orElse(Place.NOWHERE);
      if (depth > MAX_DEPTH) {
        throw new InvalidDocument(
            Pointer.ROOT, place, "is nested more than " + MAX_DEPTH + " levels deep");
      }
      if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
        throw new InvalidDocument(
            Pointer.ROOT, place, "uses an anchor (&…); write the value out instead");
      }
    }
  }

  private static Node value(org.snakeyaml.engine.v2.nodes.Node node, String source, Pointer at)
      throws InvalidDocument {
    Place place = node.getStartMark().map(m -> place(m, source)).orElse(Place.NOWHERE);
    return switch (node) {
      case MappingNode mapping when mapping.getTag().equals(Tag.MAP) ->
          mapping(mapping, source, place, at);
      case SequenceNode sequence when sequence.getTag().equals(Tag.SEQ) -> {
        List<Node> items = new ArrayList<>();
        for (var item : sequence.getValue()) {
          items.add(value(item, source, at.child(items.size())));
        }
        yield new Node.Sequence(place, items);
      }
      case ScalarNode scalar -> scalar(scalar, place, at);
      default ->
          throw new InvalidDocument(at, place, "is a YAML construct that has no meaning here");
    };
  }

  private static Node mapping(MappingNode mapping, String source, Place place, Pointer at)
      throws InvalidDocument {
    SequencedMap<String, Node> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        throw new InvalidDocument(at, place, "has a key that is not a plain text");
      }
      Pointer child = at.child(key.getValue());
      Place keyPlace = key.getStartMark().map(m -> place(m, source)).orElse(place);
      Node value = onTheLineOf(keyPlace, value(tuple.getValueNode(), source, child));
      if (entries.put(key.getValue(), value) != null) {
        throw new InvalidDocument(child, keyPlace, "stands twice in the same object");
      }
    }
    return new Node.Mapping(place, entries);
  }

  /** What begins below its key is looked for where the key stands. */
  private static Node onTheLineOf(Place key, Node value) {
    if (value.place().line() <= key.line()) {
      return value;
    }
    return switch (value) {
      case Node.Mapping mapping -> new Node.Mapping(key, mapping.entries());
      case Node.Sequence sequence -> new Node.Sequence(key, sequence.items());
      case Node.Text _, Node.Numeral _, Node.Flag _, Node.Nothing _ -> value;
    };
  }

  private static Node scalar(ScalarNode scalar, Place place, Pointer at) throws InvalidDocument {
    Tag tag = scalar.getTag();
    String value = scalar.getValue();
    if (tag.equals(Tag.STR)) {
      return new Node.Text(place, value);
    }
    if ((tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) && JSON_NUMBER.matcher(value).matches()) {
      return new Node.Numeral(place, value);
    }
    if (tag.equals(Tag.BOOL) && (value.equals("true") || value.equals("false"))) {
      return new Node.Flag(place, value.equals("true"));
    }
    if (tag.equals(Tag.NULL) && (value.isEmpty() || value.equals("null"))) {
      return new Node.Nothing(place);
    }
    throw new InvalidDocument(
        at, place, "is '" + value + "', which JSON cannot say; quote it if a text is meant");
  }

  private static Place place(Mark mark, String source) {
    return new Place(source, mark.getLine() + 1, mark.getColumn() + 1);
  }
}
