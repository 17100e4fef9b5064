package io.harmonyagent.agent.cli;

import io.harmonyagent.core.mesh.ArtifactUpload;
import io.harmonyagent.core.mesh.MeshUnavailable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code artifact put}: a file for manifests to name. */
@Command(
    name = "put",
    description = "Uploads a file, and prints what to write into a manifest.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  harmonyctl artifact put -s nats://127.0.0.1:4222 app.tar"})
final class PutArtifactCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;

  @Parameters(paramLabel = "FILE", description = "The file.")
  private Path file;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    if (!Files.isRegularFile(file)) {
      throw UserError.badInput("there is no file " + file);
    }
    ArtifactUpload.Uploaded uploaded =
        mesh.use(
            connection -> {
              try {
                return new ArtifactUpload(connection).put(() -> Files.newInputStream(file));
              } catch (IOException | MeshUnavailable e) {
                throw UserError.failed(file + " was not uploaded: " + e.getMessage());
              }
            });
    PrintWriter out = spec.commandLine().getOut();
    out.println(file + (uploaded.isNew() ? " uploaded" : " is there already") + ":");
    out.println("content:");
    out.println("  artifact:");
    out.println("    sha256: " + uploaded.sha256());
    out.println("    size: " + uploaded.size());
    return ExitCode.OK;
  }
}
