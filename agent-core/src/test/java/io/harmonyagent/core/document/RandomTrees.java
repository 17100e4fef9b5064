package io.harmonyagent.core.document;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;

/** Makes trees of every shape; the same random source gives the same trees. */
final class RandomTrees {
  private static final String[] LETTERS = {
    "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\r", "\t", "\u0000", "\u001f", "\u007f", "ä", "€",
    "😀", "\u2028", "~", "\ud800", "\udc00"
  };
  private static final String[] NUMBERS = {
    "0", "-1", "42", "9223372036854775807", "-9223372036854775808", "0.5", "-2.75", "1e3", "6E-7"
  };

  private final RandomGenerator random;

  RandomTrees(RandomGenerator random) {
    this.random = random;
  }

  Node tree(int depth) {
    return switch (random.nextInt(depth == 0 ? 4 : 6)) {
      case 0 -> new Node.Text(Place.NOWHERE, text());
      case 1 -> new Node.Numeral(Place.NOWHERE, NUMBERS[random.nextInt(NUMBERS.length)]);
      case 2 -> new Node.Flag(Place.NOWHERE, random.nextBoolean());
      case 3 -> new Node.Nothing(Place.NOWHERE);
      case 4 -> {
        List<Node> items = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
          items.add(tree(depth - 1));
        }
        yield new Node.Sequence(Place.NOWHERE, items);
      }
      default -> {
        SequencedMap<String, Node> entries = new LinkedHashMap<>();
        for (int i = random.nextInt(5); i > 0; i--) {
          entries.put(text(), tree(depth - 1));
        }
        yield new Node.Mapping(Place.NOWHERE, entries);
      }
    };
  }

  /** The same tree with the keys of every object in another order. */
  Node shuffled(Node node) {
    return switch (node) {
      case Node.Mapping mapping -> {
        List<Map.Entry<String, Node>> entries = new ArrayList<>(mapping.entries().entrySet());
        Collections.shuffle(entries, Random.from(random));
        SequencedMap<String, Node> other = new LinkedHashMap<>();
        entries.forEach(entry -> other.put(entry.getKey(), shuffled(entry.getValue())));
        yield new Node.Mapping(mapping.place(), other);
      }
      case Node.Sequence sequence ->
          new Node.Sequence(
              sequence.place(), sequence.items().stream().map(this::shuffled).toList());
      case Node.Text _, Node.Numeral _, Node.Flag _, Node.Nothing _ -> node;
    };
  }

  /** The same tree as if nobody had read it from anywhere. */
  static Node withoutPlaces(Node node) {
    return switch (node) {
      case Node.Mapping mapping -> {
        SequencedMap<String, Node> entries = new LinkedHashMap<>();
        mapping.entries().forEach((key, value) -> entries.put(key, withoutPlaces(value)));
        yield new Node.Mapping(Place.NOWHERE, entries);
      }
      case Node.Sequence sequence ->
          new Node.Sequence(
              Place.NOWHERE, sequence.items().stream().map(RandomTrees::withoutPlaces).toList());
      case Node.Text text -> new Node.Text(Place.NOWHERE, text.value());
      case Node.Numeral number -> new Node.Numeral(Place.NOWHERE, number.literal());
      case Node.Flag flag -> new Node.Flag(Place.NOWHERE, flag.value());
      case Node.Nothing _ -> new Node.Nothing(Place.NOWHERE);
    };
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      text.append(LETTERS[random.nextInt(LETTERS.length)]);
    }
    return text.toString();
  }
}
