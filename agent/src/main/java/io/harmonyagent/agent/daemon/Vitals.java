package io.harmonyagent.agent.daemon;

import io.harmonyagent.core.config.MeshConfig;
import io.harmonyagent.core.mesh.DesiredStateFeed;
import io.harmonyagent.core.runtime.EngineLoop;
import io.harmonyagent.core.runtime.StatusBook;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.update.SignsOfLife;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;

/** The signs of life of this process: its engine and its line to the mesh, asked as they are. */
final class Vitals implements SignsOfLife {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final EngineLoop engine;
  private final DesiredStateFeed feed;
  private final StatusBook book;
  private final MeshConfig mesh;
  private volatile boolean engineAnswers;

  Vitals(EngineLoop engine, DesiredStateFeed feed, StatusBook book, MeshConfig mesh) {
    this.engine = engine;
    this.feed = feed;
    this.book = book;
    this.mesh = mesh;
  }

  @Override
  public boolean heardFromTheMesh() {
    return engineAnswers() && feed.hasLooked();
  }

  @Override
  public boolean hasWorkedThroughTheManifest() {
    AgentStatus status = book.snapshot();
    return engineAnswers() && status.observedGeneration() == status.manifestGeneration();
  }

  /** It answers in its own time, so each question is answered at the next one. */
  private boolean engineAnswers() {
    if (!engineAnswers) {
      engine.areYouThere(() -> engineAnswers = true);
    }
    return engineAnswers;
  }

  @Override
  public boolean somebodyListens() {
    return mesh.servers().stream().map(URI::create).anyMatch(Vitals::listens);
  }

  private static boolean listens(URI server) {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(server.getHost(), server.getPort()), (int) PATIENCE.toMillis());
      return true;
    } catch (IOException | IllegalArgumentException e) {
      return false;
    }
  }
}
