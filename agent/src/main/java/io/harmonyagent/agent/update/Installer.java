package io.harmonyagent.agent.update;

import io.harmonyagent.core.manifest.AgentRelease;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.trust.SignedBytes;
import io.harmonyagent.core.trust.TrustedKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Makes a build ready to be tried: believed, brought here, and tested. Nothing of what runs is
 * touched by that.
 */
public final class Installer {
  private final Path keys;
  private final Path runtime;
  private final BuildImages images;
  private final Download download;

  /**
   * Knows where everything is.
   *
   * @param keys the directory of the keys that a build has to be signed with
   * @param runtime the agent's directory in {@code /run}
   */
  public Installer(Path keys, Path runtime, BuildImages images, Download download) {
    this.keys = keys;
    this.runtime = runtime;
    this.images = images;
    this.download = download;
  }

  void makeReady(AgentRelease release) throws Setback, NotAvailable, InterruptedException {
    requireSignature(release);
    download.bring(release);
    requireThatItWorksHere(release);
  }

  /** First of all: not a byte is fetched on a stranger's word. */
  private void requireSignature(AgentRelease release) throws Setback {
    TrustedKeys trusted = TrustedKeys.in(keys);
    Optional<String> objection =
        trusted.objection(SignedBytes.ofRelease(release), release.signature());
    if (objection.isPresent()) {
      throw Setback.refusal(
          trusted.areConfigured() ? "BadSignature" : "NoTrustedKey",
          "the build is not trusted: " + objection.get());
    }
  }

  private void requireThatItWorksHere(AgentRelease release) throws Setback, InterruptedException {
    Path program;
    try {
      program = images.mounted(release.sha256());
    } catch (IOException e) {
      throw new Setback("CannotMount", "its image cannot be looked into: " + e.getMessage());
    }
    try {
      Optional<String> objection = new Candidate(program, runtime).objection(release);
      if (objection.isPresent()) {
        throw Setback.failure("SelfTestFailed", objection.get());
      }
    } catch (IOException e) {
      throw new Setback("CannotTest", "it cannot be run to be tested: " + e.getMessage());
    }
  }
}
