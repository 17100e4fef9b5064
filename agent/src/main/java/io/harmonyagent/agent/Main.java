package io.harmonyagent.agent;

import io.harmonyagent.agent.cli.AgentCommand;
import io.harmonyagent.agent.cli.CommandLines;
import io.harmonyagent.agent.cli.CtlCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;

/** One binary, two names: {@code harmony-agent} on the device, {@code harmonyctl} for operators. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    boolean isTool = calledAs().equals("harmonyctl");
    String[] words = CommandLines.inOrder(isTool, arguments);
    CommandLine line =
        isTool
            ? CommandLines.of(new CtlCommand(), words).setCommandName("harmonyctl")
            : CommandLines.of(new AgentCommand(), words);
    System.exit(line.execute(words));
  }

  /** The name that we were called by, as a link to the binary has it. */
  private static String calledAs() {
    try {
      String commandLine = Files.readString(Path.of("/proc/self/cmdline"));
      int end = commandLine.indexOf('\0');
      String program = end < 0 ? commandLine : commandLine.substring(0, end);
      return program.substring(program.lastIndexOf('/') + 1);
    } catch (IOException e) {
      return "harmony-agent";
    }
  }
}
