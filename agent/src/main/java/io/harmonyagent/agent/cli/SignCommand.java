package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.ManifestReader;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sign}: for whoever writes to the mesh by other means than {@code apply}. */
@Command(
    name = "sign",
    description = "Signs a manifest for one device, and prints it as JSON; needs no mesh.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "The generation is a part of what is signed, so the manifest has to have one.",
      "",
      "Example:",
      "  harmonyctl sign -f device.yaml --agent pi-kitchen --key ops.pem > signed.json"
    })
final class SignCommand implements Callable<Integer> {
  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "The manifest: YAML, or JSON if its name says so; - for standard input.",
      required = true)
  private Path file;

  @Option(
      names = "--agent",
      paramLabel = "ID",
      description = "The device that it is for; no other accepts it.",
      required = true)
  private String agent;

  @Option(
      names = "--key",
      paramLabel = "PEM",
      description = "The Ed25519 key; its id is the file's name without the ending.",
      required = true)
  private Path key;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws UserError {
    try {
      Node document = Manifests.document(file);
      ManifestReader.read(document);
      Node signed =
          Signing.signed((Node.Mapping) document, MeshAccess.agentId(agent), Signing.read(key));
      spec.commandLine().getOut().println(JsonWriter.pretty(signed));
      return ExitCode.OK;
    } catch (InvalidDocument e) {
      throw UserError.badInput(e.sentence());
    }
  }
}
