package io.harmonyagent.agent.daemon;

import io.harmonyagent.agent.selftest.Listeners;
import io.harmonyagent.agent.update.PackagedBuild;
import io.harmonyagent.core.config.MeshConfig;
import io.harmonyagent.core.intake.Intake;
import io.harmonyagent.core.mesh.DesiredStateFeed;
import io.harmonyagent.core.runtime.EngineLoop;
import io.harmonyagent.core.runtime.StatusBook;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.update.SignsOfLife;

/** The signs of life of this process: its engine and its line to the mesh, asked as they are. */
final class Vitals implements SignsOfLife {
  private final EngineLoop engine;
  private final DesiredStateFeed feed;
  private final Intake intake;
  private final StatusBook book;
  private final MeshConfig mesh;
  private final PackagedBuild witness;
  private volatile boolean engineAnswers;

  Vitals(
      EngineLoop engine,
      DesiredStateFeed feed,
      Intake intake,
      StatusBook book,
      MeshConfig mesh,
      PackagedBuild witness) {
    this.engine = engine;
    this.feed = feed;
    this.intake = intake;
    this.book = book;
    this.mesh = mesh;
    this.witness = witness;
  }

  /** A build is only ever wanted by a manifest: where there is none, it was not understood. */
  @Override
  public boolean heardFromTheMesh() {
    return engineAnswers() && feed.hasLooked() && intake.hasManifest();
  }

  @Override
  public boolean hasWorkedThroughTheManifest() {
    AgentStatus status = book.snapshot();
    return engineAnswers()
        && intake.hasManifest()
        && status.manifestGeneration() > 0
        && status.observedGeneration() == status.manifestGeneration();
  }

  /** It answers in its own time, so each question is answered at the next one. */
  private boolean engineAnswers() {
    if (!engineAnswers) {
      engine.areYouThere(() -> engineAnswers = true);
    }
    return engineAnswers;
  }

  @Override
  public boolean somebodyListens() throws InterruptedException {
    return Listeners.areAt(mesh.servers()) || witness.mayReach(mesh.servers());
  }
}
