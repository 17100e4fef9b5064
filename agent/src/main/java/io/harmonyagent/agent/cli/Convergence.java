package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.mesh.Bucket;
import io.harmonyagent.core.mesh.Keys;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.StatusReader;
import io.nats.client.Connection;
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

  /** Returns whether it converged in time; prints the last status either way. */
  boolean await(long generation, Duration atMost)
      throws MeshUnavailable, InterruptedException, InvalidDocument, IOException {
    BlockingQueue<byte[]> updates = new ArrayBlockingQueue<>(BACKLOG);
    Bucket bucket = MeshAccess.agents(connection);
    bucket.watch(
        Keys.actualState(agent),
        connection.createDispatcher(),
        message -> updates.offer(message.getData()));
    long start = System.nanoTime();
    Optional<AgentStatus> last = Optional.empty();
    while (System.nanoTime() - start < atMost.toNanos()) {
      byte[] update = updates.poll(PROGRESS_EVERY.toMillis(), TimeUnit.MILLISECONDS);
      if (update == null) {
        out.println(progress(last, start));
        continue;
      }
      AgentStatus status = StatusReader.read(new JsonReader().read(update, "status of " + agent));
      last = Optional.of(status);
      boolean rejected =
          status.rejected().flatMap(r -> r.generation()).filter(g -> g == generation).isPresent();
      if (status.hasConverged(generation) || rejected) {
        out.println(StatusTable.of(status));
        return !rejected;
      }
    }
    out.println(last.map(StatusTable::of).orElse(agent + ": no status; is the agent running?"));
    return false;
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
