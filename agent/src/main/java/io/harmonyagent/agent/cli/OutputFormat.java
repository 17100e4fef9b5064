package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.terminal.PrintableText;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.YamlWriter;

/** How a command prints. */
enum OutputFormat {
  table,
  wide,
  json,
  yaml,
  name;

  static final String DESCRIPTION = "table, wide, json, yaml or name.";

  String render(View view) {
    return switch (this) {
      case table -> forPeople(view.table(false));
      case wide -> forPeople(view.table(true));
      case json -> JsonWriter.pretty(view.node());
      case yaml -> YamlWriter.write(view.node());
      case name -> PrintableText.safe(String.join("\n", view.names()));
    };
  }

  /** Devices have their say in it, so nothing in it may steer the terminal but our own colours. */
  private static String forPeople(String table) {
    return Paint.forStandardOutput().words(PrintableText.safe(table));
  }
}
