package io.harmonyagent.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The man pages have each command and each option that there is. */
class ManPagesTest {
  private static final Set<String> EVERYWHERE = Set.of("--help", "--version");

  /** In the page they are one word, "access". */
  private static final Set<String> ACCESS =
      Set.of("--server", "--tls-ca", "--tls-cert", "--tls-key", "--creds", "--nkey", "--context");

  private final List<String> missing = new ArrayList<>();

  @Test
  void harmonyctl_is_in_step() throws IOException {
    check("harmonyctl.1", CommandLines.whole(new CtlCommand()));

    assertThat(missing).isEmpty();
  }

  @Test
  void harmony_agent_is_in_step() throws IOException {
    CommandLine agent = CommandLines.whole(new AgentCommand());
    agent.getCommandSpec().removeSubcommand("ctl");
    check("harmony-agent.1", agent);

    assertThat(missing).isEmpty();
  }

  @Test
  void no_command_is_in_the_page_of_the_tool_that_is_not_there() throws IOException {
    CommandLine tool = CommandLines.whole(new CtlCommand());
    List<String> unknown =
        synopsis(page("harmonyctl.1")).stream()
            .flatMap(block -> block.lines().filter(line -> line.startsWith(".Cm ")).limit(1))
            .map(line -> line.replaceFirst("^.Cm (\\S+).*", "$1"))
            .filter(name -> !tool.getSubcommands().containsKey(name))
            .toList();

    assertThat(unknown).isEmpty();
  }

  private void check(String page, CommandLine tool) throws IOException {
    List<String> blocks = synopsis(page(page));
    tool.getSubcommands().values().forEach(command -> compare(List.of(), command, blocks));
  }

  private void compare(List<String> above, CommandLine command, List<String> blocks) {
    List<String> path = new ArrayList<>(above);
    path.add(command.getCommandName());
    if (!command.getSubcommands().isEmpty()) {
      command.getSubcommands().values().forEach(child -> compare(path, child, blocks));
      return;
    }
    List<String> words =
        blocks.stream()
            .map(block -> Arrays.asList(block.split("\\s+")))
            .filter(block -> block.indexOf(path.getFirst()) == 1 && block.containsAll(path))
            .flatMap(List::stream)
            .toList();
    if (words.isEmpty()) {
      missing.add(String.join(" ", path));
      return;
    }
    for (OptionSpec option : command.getCommandSpec().options()) {
      String name = option.longestName();
      boolean there =
          ACCESS.contains(name)
              ? words.contains("access")
              : Stream.of(option.names())
                  .map(each -> each.substring(1))
                  .anyMatch(each -> words.contains(each) || words.contains(each + "="));
      if (!there && !option.hidden() && !EVERYWHERE.contains(name)) {
        missing.add(String.join(" ", path) + " " + name);
      }
    }
  }

  private static String page(String name) throws IOException {
    return Files.readString(Path.of("../docs/man").resolve(name));
  }

  /** One block for each line of the synopsis as it is shown. */
  private static List<String> synopsis(String page) {
    String synopsis = page.substring(page.indexOf(".Sh SYNOPSIS"), page.indexOf(".Sh DESCRIPTION"));
    return Stream.of(synopsis.split("\\.Nm\n")).skip(1).map(String::strip).toList();
  }
}
