package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.AgentRelease;
import io.harmonyagent.core.trust.SignedBytes;
import io.harmonyagent.core.trust.SigningKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The operator's key, where there is one. */
final class Signing {
  @Option(
      names = "--sign-key",
      paramLabel = "PEM",
      description =
          "Sign with this Ed25519 key; its id is the file's name without the ending, as on the"
              + " devices.")
  private @Nullable Path file;

  Optional<SigningKey> key() throws UserError {
    return file == null ? Optional.empty() : Optional.of(read(file));
  }

  static SigningKey read(Path file) throws UserError {
    try {
      return SigningKey.read(file);
    } catch (IOException e) {
      throw UserError.badInput("cannot sign: " + e.getMessage());
    }
  }

  /** The manifest with our signature in place of whatever was there. */
  static Node signed(Node.Mapping manifest, AgentId device, SigningKey key) {
    JsonObject all = new JsonObject();
    manifest.entries().forEach(all::put);
    return all.put("signature", key.sign(SignedBytes.ofManifest(device, manifest)).toJson()).node();
  }

  static AgentRelease signed(AgentRelease release, SigningKey key) {
    return release.signedBy(key.sign(SignedBytes.ofRelease(release)));
  }
}
