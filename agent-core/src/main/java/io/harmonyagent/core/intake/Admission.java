package io.harmonyagent.core.intake;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.ManifestReader;
import io.harmonyagent.core.manifest.Sha256;
import io.harmonyagent.core.trust.ManifestTrust;
import java.util.Optional;

/**
 * Judges a manifest from the mesh. The same bytes against the same memory and the same trusted keys
 * give the same answer.
 */
final class Admission {
  /** What is remembered of the manifest in force. */
  record Accepted(long generation, String sha256) {}

  sealed interface Verdict {
    /** The manifest in force, seen again. */
    record Same() implements Verdict {}

    record Admit(AgentManifest manifest, Accepted accepted) implements Verdict {}

    record Reject(Optional<Long> generation, String reason, String message, String pointer)
        implements Verdict {}
  }

  private final JsonReader json = new JsonReader();
  private final ManifestTrust trust;

  Admission(ManifestTrust trust) {
    this.trust = trust;
  }

  Verdict judge(byte[] bytes, Optional<Accepted> inForce) {
    if (bytes.length > ManifestReader.MAX_BYTES) {
      return new Verdict.Reject(
          Optional.empty(),
          "TooLarge",
          "the manifest has " + bytes.length + " bytes; the limit is " + ManifestReader.MAX_BYTES,
          "");
    }
    String sha256 = Sha256.hex(bytes);
    if (inForce.isPresent() && inForce.get().sha256().equals(sha256)) {
      return new Verdict.Same();
    }
    Optional<Long> generation = Optional.empty();
    try {
      Node document = json.read(bytes, "manifest");
      generation = generationOf(document);
      AgentManifest manifest = ManifestReader.read(document);
      Optional<String> objection = trust.objection(document, manifest);
      if (objection.isPresent()) {
        return new Verdict.Reject(generation, "Untrusted", objection.get(), "/signature");
      }
      return generationIsStale(manifest, inForce)
          .<Verdict>map(
              message ->
                  new Verdict.Reject(
                      Optional.of(manifest.generation()),
                      "StaleGeneration",
                      message,
                      "/generation"))
          .orElse(new Verdict.Admit(manifest, new Accepted(manifest.generation(), sha256)));
    } catch (InvalidDocument e) {
      return new Verdict.Reject(generation, "InvalidManifest", e.sentence(), e.pointer().text());
    }
  }

  private static Optional<String> generationIsStale(
      AgentManifest manifest, Optional<Accepted> inForce) {
    if (inForce.isEmpty() || manifest.generation() > inForce.get().generation()) {
      return Optional.empty();
    }
    long accepted = inForce.get().generation();
    if (manifest.generation() == accepted) {
      return Optional.of(
          "generation " + accepted + " was accepted before, with other content; raise it");
    }
    if (manifest.rollback()) {
      return Optional.empty();
    }
    return Optional.of(
        "generation "
            + manifest.generation()
            + " is older than the accepted "
            + accepted
            + "; raise it, or set \"rollback\": true if that is meant");
  }

  /**
   * The generation of a manifest that may be invalid otherwise, so that a rejection can name it.
   */
  private static Optional<Long> generationOf(Node document) {
    if (document instanceof Node.Mapping mapping
        && mapping.entries().get("generation") instanceof Node.Numeral number) {
      try {
        return Optional.of(Long.parseLong(number.literal()));
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }
}
