package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.mesh.ArtifactUpload;
import io.harmonyagent.core.mesh.MeshUnavailable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code artifact put}: a file for manifests to name. */
@Command(
    name = "put",
    description = "Uploads a file, and prints what to write into a manifest.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  harmonyctl artifact put -s nats://127.0.0.1:4222 app.tar"})
final class PutArtifactCommand implements Callable<Integer> {
  private static final long MB = 1_000_000;

  @Mixin private MeshAccess mesh;

  @Parameters(paramLabel = "FILE", description = "The file.")
  private Path file;

  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    if (!Files.isRegularFile(file)) {
      throw UserError.badInput("there is no file " + file);
    }
    ArtifactUpload.Uploaded uploaded =
        mesh.use(
            connection -> {
              try {
                return new ArtifactUpload(connection).put(this::content);
              } catch (IOException | MeshUnavailable e) {
                throw UserError.failed(file + " was not uploaded: " + e.getMessage());
              }
            });
    output.print(new UploadView(file, uploaded));
    return ExitCode.OK;
  }

  /** It is read twice: for its hash, and to be sent. */
  private InputStream content() throws IOException {
    long size = Files.size(file);
    Countdown countdown = new Countdown(Duration.ZERO);
    return new ToldStream(
        Files.newInputStream(file),
        countdown,
        bytes ->
            output
                .err()
                .printf(
                    "%s: %d of %d MB after %d s%n",
                    file, bytes / MB, size / MB, countdown.passed().toSeconds()));
  }

  /** What is there now; for people as it is written into a manifest. */
  private record UploadView(Path file, ArtifactUpload.Uploaded uploaded) implements View {
    @Override
    public String table(boolean wide) {
      return """
          %s %s:
          content:
            artifact:
              sha256: %s
              size: %d"""
          .formatted(
              file,
              uploaded.isNew() ? "uploaded" : "is there already",
              uploaded.sha256(),
              uploaded.size());
    }

    @Override
    public Node node() {
      return new JsonObject()
          .put("file", file.toString())
          .put("new", uploaded.isNew())
          .put("sha256", uploaded.sha256())
          .put("size", uploaded.size())
          .node();
    }

    @Override
    public List<String> names() {
      return List.of(uploaded.sha256());
    }
  }
}
