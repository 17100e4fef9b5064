package io.harmonyagent.agent.cli;

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
      case table -> Paint.forStandardOutput().words(view.table(false));
      case wide -> Paint.forStandardOutput().words(view.table(true));
      case json -> JsonWriter.pretty(view.node());
      case yaml -> YamlWriter.write(view.node());
      case name -> String.join("\n", view.names());
    };
  }
}
