package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.terminal.PrintableText;
import io.harmonyagent.core.call.CallFailed;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.mesh.MeshUnavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * How every command line behaves: its errors are one sentence, and its exit codes are stable. Of
 * many commands only the one that is meant is made: to make all of them takes longer than most of
 * them run.
 */
public final class CommandLines {
  /** So picocli says of a command that is nothing but others. */
  private static final String NO_SUBCOMMAND = "Missing required subcommand";

  private static final String TOOL = "ctl";

  private CommandLines() {}

  /**
   * The arguments as the commands know them: {@code help get} is {@code get --help}, and what says
   * where the mesh is may stand before the command, as with other such tools.
   *
   * @param isTool whether they are of the operator's tool itself
   */
  public static String[] inOrder(boolean isTool, String... arguments) {
    List<String> words = new ArrayList<>(List.of(arguments));
    List<String> ordered = new ArrayList<>();
    if (!isTool) {
      if (words.isEmpty() || !words.getFirst().equals(TOOL)) {
        return arguments;
      }
      ordered.add(words.removeFirst());
    }
    List<String> before = new ArrayList<>();
    while (words.size() > 1 && MeshAccess.isOption(words.getFirst())) {
      boolean hasValue = words.getFirst().contains("=");
      before.add(words.removeFirst());
      if (!hasValue) {
        before.add(words.removeFirst());
      }
    }
    boolean asksForHelp = !words.isEmpty() && words.getFirst().equals("help");
    if (asksForHelp) {
      words.removeFirst();
      words.add("--help");
    }
    if (words.isEmpty()) {
      return arguments;
    }
    int end = words.indexOf("--");
    words.addAll(end < 0 || asksForHelp ? words.size() : end, before);
    ordered.addAll(words);
    return ordered.toArray(String[]::new);
  }

  /** What these arguments need. Of the other commands no more is there than help lists. */
  public static CommandLine of(CommandGroup group, String... arguments) {
    CommandLine line = withErrors(chosen(group, List.of(arguments)));
    int first = arguments.length > 0 && arguments[0].equals(TOOL) ? 1 : 0;
    if (first < arguments.length && arguments[first].startsWith("-")) {
      // With one that has a value nobody can tell which word is the command.
      line.setParameterExceptionHandler((_, _) -> misplaced(line, arguments[first]));
    }
    return line;
  }

  /** With all commands, for what describes them. */
  public static CommandLine whole(CommandGroup group) {
    return withErrors(all(group));
  }

  private static CommandLine chosen(CommandGroup group, List<String> arguments) {
    Optional<String> name = arguments.stream().filter(one -> !one.startsWith("-")).findFirst();
    CommandLine line = new CommandLine(group);
    for (Class<?> command : group.commands()) {
      Command described = described(command);
      if (!name.equals(Optional.of(described.name()))) {
        line.addSubcommand(described.name(), outline(described));
      } else if (CommandGroup.class.isAssignableFrom(command)) {
        List<String> rest = arguments.subList(arguments.indexOf(name.get()) + 1, arguments.size());
        line.addSubcommand(chosen(made(command), rest));
      } else {
        line.addSubcommand(command);
      }
    }
    return line;
  }

  private static CommandLine all(CommandGroup group) {
    CommandLine line = new CommandLine(group);
    for (Class<?> command : group.commands()) {
      line.addSubcommand(
          CommandGroup.class.isAssignableFrom(command) ? all(made(command)) : command);
    }
    return line;
  }

  private static Command described(Class<?> command) {
    Command described = command.getAnnotation(Command.class);
    if (described == null) {
      throw new IllegalStateException(command + " is no command");
    }
    return described;
  }

  private static CommandSpec outline(Command described) {
    CommandSpec outline = CommandSpec.create().name(described.name());
    outline.usageMessage().description(described.description());
    return outline;
  }

  private static CommandGroup made(Class<?> group) {
    try {
      return (CommandGroup) CommandLine.defaultFactory().create(group);
    } catch (Exception e) {
      throw new IllegalStateException(group + " cannot be made", e);
    }
  }

  private static CommandLine withErrors(CommandLine line) {
    line.setExecutionExceptionHandler(
        (exception, failed, _) -> {
          failed.getErr().println(failed.getCommandName() + ": " + sentence(exception));
          return exitCode(exception);
        });
    line.setParameterExceptionHandler((exception, _) -> misunderstood(exception));
    return line;
  }

  /** What is wrong and where to look: the whole help would hide the one line that matters. */
  private static int misunderstood(ParameterException exception) {
    CommandLine failed = exception.getCommandLine();
    boolean isGroup = String.valueOf(exception.getMessage()).equals(NO_SUBCOMMAND);
    String message = isGroup ? "say what to do" : String.valueOf(exception.getMessage());
    failed.getErr().println(failed.getCommandName() + ": " + PrintableText.safe(message));
    UnmatchedArgumentException.printSuggestions(exception, failed.getErr());
    if (!message.contains("--help")) {
      String command = failed.getCommandSpec().qualifiedName();
      failed
          .getErr()
          .println("'" + command + " --help' " + (isGroup ? "lists the commands" : "explains it"));
    }
    return ExitCode.BAD_INPUT;
  }

  private static int misplaced(CommandLine line, String option) {
    line.getErr()
        .println(
            line.getCommandName()
                + ": "
                + PrintableText.safe(option)
                + " is not known here; options go after the command");
    return ExitCode.BAD_INPUT;
  }

  static int exitCode(Exception e) {
    if (e instanceof MeshUnavailable) {
      return ExitCode.NO_MESH;
    }
    return e instanceof UserError error ? error.exitCode() : ExitCode.FAILED;
  }

  /** A part of it may be the words of a device, which must not steer a terminal either. */
  static String sentence(Exception e) {
    if (e instanceof InvalidDocument document) {
      return PrintableText.safe(document.sentence());
    }
    boolean isSentence =
        e instanceof UserError || e instanceof MeshUnavailable || e instanceof CallFailed;
    return PrintableText.safe(isSentence ? String.valueOf(e.getMessage()) : e.toString());
  }
}
