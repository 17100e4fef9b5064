package io.harmonyagent.agent.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * Which devices: terms with commas, all of which must hold. {@code site=barn} (also with ==),
 * {@code site!=barn}, {@code site} (has it), {@code !site} (has it not).
 */
record Selector(List<Term> terms) {
  /** One condition; without a value it is about the label being there. */
  private record Term(String key, String value, boolean wanted) {
    boolean holds(Labels labels) {
      String is = labels.values().get(key);
      boolean fits = is != null && (value.isEmpty() || value.equals(is));
      return fits == wanted;
    }
  }

  static Selector parse(String text) throws UserError {
    List<Term> terms = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      terms.add(term(part.strip()));
    }
    return new Selector(terms);
  }

  boolean selects(Labels labels) {
    return terms.stream().allMatch(term -> term.holds(labels));
  }

  private static Term term(String text) throws UserError {
    int unequal = text.indexOf("!=");
    if (unequal > 0) {
      return new Term(
          Labels.word(text.substring(0, unequal)), Labels.word(text.substring(unequal + 2)), false);
    }
    int equal = text.indexOf('=');
    if (equal > 0) {
      int value = text.startsWith("==", equal) ? equal + 2 : equal + 1;
      return new Term(
          Labels.word(text.substring(0, equal)), Labels.word(text.substring(value)), true);
    }
    if (text.startsWith("!")) {
      return new Term(Labels.word(text.substring(1)), "", false);
    }
    return new Term(Labels.word(text), "", true);
  }
}
