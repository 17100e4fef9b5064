package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.mesh.Bucket;
import io.harmonyagent.core.mesh.Keys;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Rejection;
import io.harmonyagent.core.status.StatusReader;
import io.nats.client.Connection;
import io.nats.client.Message;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Waits until a device says that it is what it should be, and says meanwhile how far it is. */
final class Convergence {
  private static final Duration PROGRESS_EVERY = Duration.ofSeconds(2);
  private static final int BACKLOG = 64;

  private final Connection connection;
  private final AgentId agent;
  private final PrintWriter out;

  Convergence(Connection connection, AgentId agent, PrintWriter out) {
    this.connection = connection;
    this.agent = agent;
    this.out = out;
  }

  /**
   * Returns whether it converged in time; prints the last status either way.
   *
   * @param revision of the write that wants it: what the device said before that is no answer
   */
  boolean await(AgentManifest wanted, long revision, Duration atMost)
      throws MeshUnavailable, InterruptedException, InvalidDocument, IOException {
    BlockingQueue<Message> updates = new ArrayBlockingQueue<>(BACKLOG);
    Bucket bucket = MeshAccess.agents(connection);
    bucket.watch(Keys.actualState(agent), connection.createDispatcher(), updates::offer);
    long start = System.nanoTime();
    Optional<AgentStatus> last = Optional.empty();
    boolean settled = false;
    while (!settled && System.nanoTime() - start < atMost.toNanos()) {
      Message update = updates.poll(PROGRESS_EVERY.toMillis(), TimeUnit.MILLISECONDS);
      if (update == null) {
        out.println(progress(last, start));
        continue;
      }
      AgentStatus status =
          StatusReader.read(new JsonReader().read(update.getData(), "status of " + agent));
      last = Optional.of(status);
      boolean isAnswer = update.metaData().streamSequence() > revision;
      settled = isInPlace(status, wanted) || (isAnswer && isRejected(status, wanted));
    }
    out.println(last.map(StatusTable::of).orElse(agent + ": no status; is the agent running?"));
    return last.isPresent() && isInPlace(last.get(), wanted);
  }

  /** By the specs, not by the generation alone: the same number may have meant something else. */
  private static boolean isInPlace(AgentStatus status, AgentManifest wanted) {
    return status.hasConverged(wanted.generation())
        && wanted.resources().stream()
            .allMatch(
                resource ->
                    Optional.ofNullable(status.resources().get(resource.id()))
                        .filter(known -> known.specHash().equals(resource.specHash()))
                        .isPresent());
  }

  private static boolean isRejected(AgentStatus status, AgentManifest wanted) {
    return status
        .rejected()
        .flatMap(Rejection::generation)
        .filter(generation -> generation == wanted.generation())
        .isPresent();
  }

  private String progress(Optional<AgentStatus> last, long start) {
    long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
    return agent
        + ": "
        + last.map(s -> "generation " + s.observedGeneration() + " of " + s.manifestGeneration())
            .orElse("no status yet")
        + ", waiting for "
        + seconds
        + " s";
  }
}
