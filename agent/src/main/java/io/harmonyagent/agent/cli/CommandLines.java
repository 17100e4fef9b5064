package io.harmonyagent.agent.cli;

import io.harmonyagent.core.call.CallFailed;
import io.harmonyagent.core.mesh.MeshUnavailable;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/**
 * How every command line behaves: its errors are one sentence, and its exit codes are stable. Of
 * many commands only the one that is meant is made: to make all of them takes longer than most of
 * them run.
 */
public final class CommandLines {
  private CommandLines() {}

  /** What these arguments need. Of the other commands no more is there than help lists. */
  public static CommandLine of(CommandGroup group, String... arguments) {
    return withErrors(chosen(group, List.of(arguments)));
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
    return line;
  }

  private static int exitCode(Exception e) {
    if (e instanceof MeshUnavailable) {
      return ExitCode.NO_MESH;
    }
    return e instanceof UserError error ? error.exitCode() : ExitCode.FAILED;
  }

  private static String sentence(Exception e) {
    return e instanceof UserError || e instanceof MeshUnavailable || e instanceof CallFailed
        ? String.valueOf(e.getMessage())
        : e.toString();
  }
}
