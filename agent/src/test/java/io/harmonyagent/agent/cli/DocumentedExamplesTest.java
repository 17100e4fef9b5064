package io.harmonyagent.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Every command line of the pages and of the help texts is one that the tool takes. */
class DocumentedExamplesTest {
  private static final Path PAGES = Path.of("../docs");

  /** A line that is a command; one that ends in a backslash goes on below. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "^ *(?:\\$ )?(?:sudo )?harmonyctl ((?:.*\\\\(?:e)?\\n)*.*)$", Pattern.MULTILINE);

  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

  @Test
  void every_example_is_understood() throws IOException {
    Set<String> examples = new TreeSet<>();
    try (Stream<Path> pages = Files.walk(PAGES)) {
      for (Path page : pages.filter(each -> each.toString().matches(".*\\.(md|[15])")).toList()) {
        collect(Files.readString(page), examples);
      }
    }
    collect(Files.readString(Path.of("../README.md")), examples);
    collectFooters(CommandLines.whole(new CtlCommand()), examples);
    assertThat(examples).hasSizeGreaterThan(60).anyMatch(line -> line.startsWith("update rollout"));

    List<String> wrong = new ArrayList<>();
    for (String example : examples) {
      String[] words = CommandLines.inOrder(true, words(example));
      try {
        CommandLine.ParseResult unused = CommandLines.of(new CtlCommand(), words).parseArgs(words);
      } catch (ParameterException e) {
        wrong.add("harmonyctl " + example + ": " + e.getMessage());
      }
    }

    assertThat(wrong).isEmpty();
  }

  private static void collectFooters(CommandLine command, Set<String> examples) {
    collect(
        String.join("\n", command.getCommandSpec().usageMessage().footer()).replace("$${", "${"),
        examples);
    command.getSubcommands().values().forEach(child -> collectFooters(child, examples));
  }

  private static void collect(String text, Set<String> examples) {
    COMMAND
        .matcher(text)
        .results()
        .map(found -> found.group(1).replaceAll("\\\\e?\\n", " "))
        .forEach(examples::add);
  }

  /** As a shell would tell them apart; what comes after the command is not the tool's. */
  private static String[] words(String line) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(line.replaceFirst("( {2,}# | \\|\\| | [|>&] | && |;).*", ""));
    while (word.find()) {
      words.add(
          Stream.of(1, 2, 3)
              .map(word::group)
              .filter(each -> each != null)
              .findFirst()
              .orElseThrow());
    }
    return words.toArray(String[]::new);
  }
}
