package io.harmonyagent.agent.cli;

/** How a command prints. */
enum OutputFormat {
  table,
  json
}
