package io.harmonyagent.agent.daemon;

import io.harmonyagent.agent.selftest.Listeners;
import io.harmonyagent.agent.update.PackagedBuild;
import io.harmonyagent.core.config.MeshConfig;
import io.harmonyagent.core.intake.Intake;
import io.harmonyagent.core.mesh.DesiredStateFeed;
import io.harmonyagent.core.mesh.MeshLink;
import io.harmonyagent.core.mesh.StatusPublisher;
import io.harmonyagent.core.runtime.EngineLoop;
import io.harmonyagent.core.runtime.StatusBook;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.update.SignsOfLife;

/** The signs of life of this process: its engine and its line to the mesh, asked as they are. */
final class Vitals implements SignsOfLife {
  private final EngineLoop engine;
  private final DesiredStateFeed feed;
  private final Intake intake;
  private final StatusBook book;
  private final MeshLink link;
  private final StatusPublisher status;
  private final MeshConfig mesh;
  private final PackagedBuild witness;
  private volatile boolean hasAnswered;

  Vitals(
      EngineLoop engine,
      DesiredStateFeed feed,
      Intake intake,
      StatusBook book,
      MeshLink link,
      StatusPublisher status,
      MeshConfig mesh,
      PackagedBuild witness) {
    this.engine = engine;
    this.feed = feed;
    this.intake = intake;
    this.book = book;
    this.link = link;
    this.status = status;
    this.mesh = mesh;
    this.witness = witness;
  }

  /** A build is only ever wanted by a manifest: where there is none, it was not understood. */
  @Override
  public boolean heardFromTheMesh() {
    return link.connection().isPresent() && feed.hasLooked() && intake.hasManifest();
  }

  @Override
  public boolean isHeardByTheMesh() {
    return status.hasWritten();
  }

  @Override
  public boolean hasTakenUpTheManifest() {
    AgentStatus now = book.snapshot();
    return intake.hasManifest()
        && now.manifestGeneration() > 0
        && now.resources().values().stream()
            .noneMatch(resource -> resource.state() instanceof ResourceState.Pending);
  }

  @Override
  public boolean hasWorkedThroughTheManifest() {
    AgentStatus now = book.snapshot();
    return intake.hasManifest()
        && now.manifestGeneration() > 0
        && now.observedGeneration() == now.manifestGeneration();
  }

  /** It answers in its own time, so each question is answered at a later one. */
  @Override
  public boolean engineAnswers() {
    boolean answers = hasAnswered;
    hasAnswered = false;
    engine.areYouThere(() -> hasAnswered = true);
    return answers;
  }

  @Override
  public boolean somebodyListens() throws InterruptedException {
    return Listeners.areAt(mesh.servers()) || witness.mayReach(mesh.servers());
  }
}
