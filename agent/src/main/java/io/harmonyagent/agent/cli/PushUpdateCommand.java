package io.harmonyagent.agent.cli;

import io.harmonyagent.agent.squashfs.SquashImage;
import io.harmonyagent.agent.update.Elf;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.manifest.AgentRelease;
import io.harmonyagent.core.mesh.ArtifactUpload;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.harmonyagent.core.trust.SigningKey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code update push}: a build, packed, signed and uploaded for manifests to name. */
@Command(
    name = "push",
    description = "Packs a build of the agent, signs it, uploads it, and prints its 'agent' field.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Once for each architecture; 'harmonyctl update rollout' then gives each device its own.",
      "",
      "Example:",
      "  harmonyctl update push target/native/arm64/harmony-agent --version 1.4.0 \\",
      "    --sign-key ops-2026.pem"
    })
final class PushUpdateCommand implements Callable<Integer> {
  private static final Set<String> ARCHITECTURES = Set.of("amd64", "aarch64");

  @Mixin private MeshAccess mesh;

  @Parameters(paramLabel = "BINARY", description = "The build.")
  private Path binary;

  @Option(
      names = "--version",
      paramLabel = "VERSION",
      description = "Its version, exactly as it says it itself.",
      required = true)
  private String version;

  @Option(
      names = "--arch",
      paramLabel = "ARCH",
      description = "amd64 or aarch64; without it, what the binary is for.")
  private @Nullable String arch;

  @Option(
      names = "--sign-key",
      paramLabel = "PEM",
      description = "The Ed25519 key; its id is the file's name without the ending.",
      required = true)
  private Path key;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    if (!AgentRelease.isVersion(version)) {
      throw UserError.badInput("--version must be " + AgentRelease.VERSION_RULE);
    }
    if (!Files.isRegularFile(binary)) {
      throw UserError.badInput("there is no file " + binary);
    }
    SigningKey signer = Signing.read(key);
    String machine = machine();
    Path image = Files.createTempFile("harmony-agent", ".img");
    try {
      try (InputStream content = Files.newInputStream(binary)) {
        SquashImage.write(content, "harmony-agent", image);
      }
      AgentRelease release =
          mesh.use(
              connection -> {
                ArtifactUpload.Uploaded uploaded = upload(new ArtifactUpload(connection), image);
                AgentRelease signed =
                    Signing.signed(
                        new AgentRelease(
                            version, uploaded.sha256(), uploaded.size(), false, Optional.empty()),
                        signer);
                new Releases(connection).put(machine, signed);
                return signed;
              });
      spec.commandLine().getOut().println(JsonWriter.pretty(release.toJson().node()));
      return ExitCode.OK;
    } finally {
      Files.deleteIfExists(image);
    }
  }

  private String machine() throws UserError, IOException {
    Optional<String> isFor = Elf.architecture(binary);
    String said = arch;
    if (said != null && isFor.isPresent() && !isFor.get().equals(said)) {
      throw UserError.badInput(binary + " is for " + isFor.get() + ", not for " + said);
    }
    String machine = said == null ? isFor.orElse("") : said;
    if (!ARCHITECTURES.contains(machine)) {
      throw UserError.badInput(
          binary + " is no program for amd64 or aarch64; say for which it is with --arch");
    }
    return machine;
  }

  private ArtifactUpload.Uploaded upload(ArtifactUpload upload, Path image) throws UserError {
    try {
      return upload.put(() -> Files.newInputStream(image));
    } catch (IOException | MeshUnavailable e) {
      throw UserError.failed(binary + " was not uploaded: " + e.getMessage());
    }
  }
}
