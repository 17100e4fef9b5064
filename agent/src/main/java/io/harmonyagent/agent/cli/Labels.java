package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Reading;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What an operator calls a device, beside its id. Known to the control plane only. */
record Labels(SortedMap<String, String> values) {
  static final Labels NONE = new Labels(new TreeMap<>());

  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,62})");
  private static final String RULE =
      "1 to 63 letters, digits, '.', '-' or '_', beginning with a letter or digit";

  static Labels read(byte[] value) throws InvalidDocument {
    return new Labels(
        new TreeMap<>(
            Reading.start().root(new JsonReader().read(value, "labels")).textMap("labels")));
  }

  byte[] bytes() {
    return JsonWriter.compact(new JsonObject().put("labels", json()).node());
  }

  JsonObject json() {
    JsonObject labels = new JsonObject();
    values.forEach(labels::put);
    return labels;
  }

  /** The same with a change as people write it: {@code site=barn} sets, {@code site-} removes. */
  Labels with(String change) throws UserError {
    SortedMap<String, String> changed = new TreeMap<>(values);
    int equals = change.indexOf('=');
    if (equals > 0) {
      changed.put(word(change.substring(0, equals)), word(change.substring(equals + 1)));
    } else if (change.endsWith("-") && change.length() > 1) {
      changed.remove(word(change.substring(0, change.length() - 1)));
    } else {
      throw UserError.badInput(
          "'" + change + "' is no change of a label: write key=value to set, key- to remove");
    }
    return new Labels(changed);
  }

  static String word(String text) throws UserError {
    if (!WORD.matcher(text).matches()) {
      throw UserError.badInput("'" + text + "' can be no part of a label: " + RULE);
    }
    return text;
  }

  @Override
  public String toString() {
    return values.entrySet().stream()
        .map((Map.Entry<String, String> e) -> e.getKey() + "=" + e.getValue())
        .collect(Collectors.joining(","));
  }
}
