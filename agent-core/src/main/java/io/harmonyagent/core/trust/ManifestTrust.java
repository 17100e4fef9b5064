package io.harmonyagent.core.trust;

import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.AgentManifest;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Whether a manifest comes from somebody whose word counts here. The keys are read anew for each
 * manifest: one that was taken away counts for nothing from then on.
 */
public final class ManifestTrust {
  private final AgentId device;
  private final Path keys;
  private final boolean acceptsUnsigned;

  /**
   * {@code acceptsUnsigned}: also where there are keys. Where there are none, nothing is signed.
   */
  public ManifestTrust(AgentId device, Path keys, boolean acceptsUnsigned) {
    this.device = device;
    this.keys = keys;
    this.acceptsUnsigned = acceptsUnsigned;
  }

  /** Why the manifest is not to be believed, if so. */
  public Optional<String> objection(Node document, AgentManifest manifest) {
    TrustedKeys trusted = TrustedKeys.in(keys);
    if (!trusted.areConfigured() || (acceptsUnsigned && manifest.signature().isEmpty())) {
      return Optional.empty();
    }
    return trusted
        .objection(SignedBytes.ofManifest(device, document), manifest.signature())
        .map(why -> "the manifest is not trusted: " + why);
  }
}
