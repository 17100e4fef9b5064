package io.harmonyagent.agent.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code -o}: the form in which a command prints what it found. */
final class Output {
  @Option(
      names = {"-o", "--output"},
      description = OutputFormat.DESCRIPTION,
      defaultValue = "table")
  private OutputFormat format;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  void print(View view) {
    out().println(format.render(view));
    out().flush();
  }

  /** What people have read in sentences already. */
  void printForPrograms(View view) {
    if (!isForPeople()) {
      print(view);
    }
  }

  /** Where sentences on the way go: beside the document, where a program reads that. */
  PrintWriter talk() {
    return isForPeople() ? out() : err();
  }

  boolean isForPeople() {
    return switch (format) {
      case table, wide -> true;
      case json, yaml, name -> false;
    };
  }

  PrintWriter out() {
    return command.commandLine().getOut();
  }

  PrintWriter err() {
    return command.commandLine().getErr();
  }
}
