package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Hides what may be secret in a manifest that is shown: every value of an environment, and the
 * content of files that not everybody may read.
 */
final class Secrets {
  /** What stands in the place of a value. */
  static final String HIDDEN = "(hidden; --reveal shows it)";

  private static final Set<String> CONTENTS = Set.of("inline", "base64");

  private Secrets() {}

  static Node hide(Node node) {
    return switch (node) {
      case Node.Mapping mapping -> mapping(mapping);
      case Node.Sequence(var place, var items) -> {
        List<Node> hidden = new ArrayList<>();
        items.forEach(item -> hidden.add(hide(item)));
        yield new Node.Sequence(place, hidden);
      }
      case Node.Text _, Node.Numeral _, Node.Flag _, Node.Nothing _ -> node;
    };
  }

  /** Whether it was printed with something hidden: it must not go back that way. */
  static boolean isHiddenIn(Node node) {
    return switch (node) {
      case Node.Mapping mapping ->
          mapping.entries().values().stream().anyMatch(Secrets::isHiddenIn);
      case Node.Sequence sequence -> sequence.items().stream().anyMatch(Secrets::isHiddenIn);
      case Node.Text text -> text.value().equals(HIDDEN);
      case Node.Numeral _, Node.Flag _, Node.Nothing _ -> false;
    };
  }

  private static Node mapping(Node.Mapping mapping) {
    SequencedMap<String, Node> hidden = new LinkedHashMap<>();
    boolean isPrivate = isPrivate(mapping.entries().get("mode"));
    mapping
        .entries()
        .forEach(
            (key, value) -> {
              if (key.equals("env")) {
                hidden.put(key, texts(value, name -> true));
              } else if (key.equals("content") && isPrivate) {
                hidden.put(key, texts(value, CONTENTS::contains));
              } else {
                hidden.put(key, hide(value));
              }
            });
    return new Node.Mapping(mapping.place(), hidden);
  }

  /** A file that others may not read; one whose mode is not said is readable by all. */
  private static boolean isPrivate(@Nullable Node mode) {
    if (!(mode instanceof Node.Text(var _, String digits)) || digits.isEmpty()) {
      return false;
    }
    int others = Character.digit(digits.charAt(digits.length() - 1), 8);
    return (others & 4) == 0;
  }

  private static Node texts(Node node, Predicate<String> which) {
    if (!(node instanceof Node.Mapping(var place, var entries))) {
      return node;
    }
    SequencedMap<String, Node> hidden = new LinkedHashMap<>();
    entries.forEach(
        (key, value) ->
            hidden.put(key, which.test(key) ? new Node.Text(value.place(), HIDDEN) : value));
    return new Node.Mapping(place, hidden);
  }
}
