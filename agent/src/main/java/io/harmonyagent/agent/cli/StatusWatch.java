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
import io.nats.client.Dispatcher;
import io.nats.client.Message;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** What a device says of itself, as it comes: the newest first, then each new one. */
final class StatusWatch implements AutoCloseable {
  private static final int BACKLOG = 64;

  /**
   * What it said.
   *
   * @param revision the place of it in the order of all writes
   */
  record Said(AgentStatus status, long revision) {}

  private final Connection connection;
  private final AgentId agent;
  private final Bucket bucket;
  private final Dispatcher dispatcher;
  private long told;
  private final BlockingQueue<Message> updates = new ArrayBlockingQueue<>(BACKLOG);

  StatusWatch(Connection connection, AgentId agent) throws MeshUnavailable, IOException {
    this.connection = connection;
    this.agent = agent;
    this.dispatcher = connection.createDispatcher();
    this.bucket = MeshAccess.agents(connection);
    bucket.watch(Keys.actualState(agent), dispatcher, this::keep);
  }

  /**
   * The next one that is not a deletion; nothing if none came in time. A watch can die with its
   * connection and say nothing of it, so who hears nothing looks.
   */
  Optional<Said> next(Duration atMost) throws InterruptedException, InvalidDocument {
    Message message = updates.poll(atMost.toMillis(), TimeUnit.MILLISECONDS);
    if (message == null) {
      return look();
    }
    return said(message.getData(), message.metaData().streamSequence());
  }

  private Optional<Said> look() throws InvalidDocument {
    try {
      Bucket.Latest latest = bucket.get(Keys.actualState(agent));
      return latest.value().isEmpty()
          ? Optional.empty()
          : said(latest.value().get(), latest.revision());
    } catch (MeshUnavailable e) {
      // It may be back in time, and whoever waits says how long that takes.
      return Optional.empty();
    }
  }

  /** Nothing where it was told before, or something newer. */
  private Optional<Said> said(byte[] value, long revision) throws InvalidDocument {
    if (revision <= told) {
      return Optional.empty();
    }
    told = revision;
    AgentStatus status = StatusReader.read(new JsonReader().read(value, "status of " + agent));
    return Optional.of(new Said(status, revision));
  }

  /** Only the newest matter: where nobody takes them, the oldest is dropped. */
  private void keep(Message message) {
    if (message.hasHeaders() && message.getHeaders().getFirst("KV-Operation") != null) {
      return;
    }
    while (!updates.offer(message)) {
      updates.poll();
    }
  }

  @Override
  public void close() {
    connection.closeDispatcher(dispatcher);
  }
}
