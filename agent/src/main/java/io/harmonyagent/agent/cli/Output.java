package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.terminal.PrintableText;
import java.io.PrintWriter;
import java.util.List;
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

  /** Where names are wanted and there is none, not even an empty line. */
  void print(View view) {
    String text = format.render(view);
    if (!text.isEmpty()) {
      out().println(text);
    }
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

  /** A sentence on the way, at once. */
  void say(String sentence) {
    talk().println(sentence);
    talk().flush();
  }

  /** What somebody should know, and what stops nothing. */
  void warn(List<String> sentences) {
    sentences.forEach(sentence -> err().println("warning: " + PrintableText.safe(sentence)));
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
