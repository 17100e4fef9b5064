package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * {@code validate}: whether an agent would accept a file, by the agent's own reader. Stricter in
 * one thing: what an agent passes over as unknown is a mistake in a file that a person wrote.
 */
@Command(
    name = "validate",
    description = "Checks manifests without a mesh; says line and column of each mistake.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "All documents of a file, and all files of a directory, are checked as the one manifest that"
          + " 'apply' makes of them. Exits with 0 if all is good, with 2 if not.",
      "",
      "Example:",
      "  harmonyctl validate examples/hello.yaml"
    })
final class ValidateCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE|DIR",
      arity = "1..*",
      description = "Manifests: YAML, or JSON if the name says so; - for standard input.")
  private List<Path> files = new ArrayList<>();

  @Mixin private Output output;

  @Override
  public Integer call() {
    List<Checked> all = files.stream().map(Checked::of).toList();
    if (output.isForPeople()) {
      all.forEach(file -> file.mistakes().forEach(output.err()::println));
    }
    output.print(new CheckedView(all));
    return all.stream().allMatch(Checked::isGood) ? ExitCode.OK : ExitCode.BAD_INPUT;
  }

  /** A file, and what is wrong with it, each with its place. */
  private record Checked(Path file, List<String> mistakes) {
    static Checked of(Path file) {
      return new Checked(file, ManifestCheck.mistakes(file));
    }

    boolean isGood() {
      return mistakes.isEmpty();
    }

    Node node() {
      return new JsonObject()
          .put("file", file.toString())
          .put("good", isGood())
          .putList("mistakes", mistakes)
          .node();
    }
  }

  private record CheckedView(List<Checked> files) implements View {
    @Override
    public String table(boolean wide) {
      return files.stream()
          .filter(Checked::isGood)
          .map(checked -> checked.file() + ": good")
          .collect(Collectors.joining("\n"));
    }

    @Override
    public Node node() {
      return new JsonObject().putNodes("files", files.stream().map(Checked::node).toList()).node();
    }

    /** Those that are to be mended. */
    @Override
    public List<String> names() {
      return files.stream()
          .filter(checked -> !checked.isGood())
          .map(checked -> checked.file().toString())
          .toList();
    }
  }
}
