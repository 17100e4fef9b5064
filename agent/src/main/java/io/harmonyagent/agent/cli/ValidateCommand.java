package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.manifest.UnknownSpec;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
      "Exits with 0 if all files are good, with 2 if not.",
      "",
      "Example:",
      "  harmonyctl validate examples/hello.yaml"
    })
final class ValidateCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Manifests: YAML, or JSON if the name says so; - for standard input.")
  private List<Path> files = new ArrayList<>();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws UserError {
    PrintWriter out = spec.commandLine().getOut();
    boolean good = true;
    for (Path file : files) {
      List<String> mistakes = mistakes(file);
      mistakes.forEach(spec.commandLine().getErr()::println);
      if (mistakes.isEmpty()) {
        out.println(file + ": good");
      }
      good &= mistakes.isEmpty();
    }
    return good ? ExitCode.OK : ExitCode.BAD_INPUT;
  }

  private static List<String> mistakes(Path file) throws UserError {
    List<String> mistakes = new ArrayList<>();
    List<Node> documents;
    try {
      documents = Manifests.documents(file);
    } catch (InvalidDocument e) {
      return List.of(e.sentence());
    }
    if (documents.isEmpty()) {
      mistakes.add(file + ": holds no manifest; 'resources: []' means that nothing is wanted");
    }
    for (Node document : documents) {
      check(document, mistakes);
    }
    return mistakes;
  }

  private static void check(Node document, List<String> mistakes) {
    try {
      AgentManifest manifest = ManifestReader.readStatic(document);
      for (Reading.Unread unread : ManifestReader.unknownFields(document)) {
        mistakes.add(
            unread.place() + ": " + unread.pointer() + ": is not a field that this version knows");
      }
      for (ManagedResource resource : manifest.resources()) {
        if (resource.spec() instanceof UnknownSpec unknown) {
          mistakes.add(
              document.place()
                  + ": resource '"
                  + resource.id()
                  + "' is of kind '"
                  + unknown.kind()
                  + "', which this version does not know; 'harmonyctl explain' lists the kinds");
        }
      }
    } catch (InvalidDocument e) {
      mistakes.add(e.sentence());
    }
  }
}
