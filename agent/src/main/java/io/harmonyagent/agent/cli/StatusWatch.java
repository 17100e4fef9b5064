package io.harmonyagent.agent.cli;

import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.mesh.Keys;
import io.harmonyagent.core.mesh.MeshUnavailable;
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

  private final Connection connection;
  private final Dispatcher dispatcher;
  private final BlockingQueue<Message> updates = new ArrayBlockingQueue<>(BACKLOG);

  StatusWatch(Connection connection, AgentId agent) throws MeshUnavailable, IOException {
    this.connection = connection;
    this.dispatcher = connection.createDispatcher();
    MeshAccess.agents(connection).watch(Keys.actualState(agent), dispatcher, this::keep);
  }

  /** The next one that is not a deletion; nothing if none came in time. */
  Optional<Message> next(Duration atMost) throws InterruptedException {
    return Optional.ofNullable(updates.poll(atMost.toMillis(), TimeUnit.MILLISECONDS));
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
