package io.harmonyagent.agent.top;

import io.harmonyagent.core.mesh.Bucket;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.Message;
import java.util.function.Consumer;

/**
 * Ordered watches that begin and end together. Once it is closed it tells nothing any more, also
 * not what it has received already.
 */
final class BucketWatch implements AutoCloseable {
  /** Beyond that the client drops, and its ordered consumer asks again from there. */
  private static final int MOST_MESSAGES = 10_000;

  private static final long MOST_BYTES = 4L << 20;

  private final Connection connection;
  private final Bucket bucket;
  private final Dispatcher dispatcher;
  private volatile boolean closed;

  BucketWatch(Connection connection, Bucket bucket) {
    this.connection = connection;
    this.bucket = bucket;
    this.dispatcher = connection.createDispatcher();
    dispatcher.setPendingLimits(MOST_MESSAGES, MOST_BYTES);
  }

  /** The newest value of each key, then every later one. */
  void follow(String key, Consumer<Message> handler) throws MeshUnavailable {
    bucket.watch(key, dispatcher, message -> deliver(message, handler));
  }

  /** All values that the bucket still has, then every later one. */
  void followWithHistory(String key, Consumer<Message> handler) throws MeshUnavailable {
    bucket.watchWithHistory(key, dispatcher, message -> deliver(message, handler));
  }

  private void deliver(Message message, Consumer<Message> handler) {
    if (!closed) {
      handler.accept(message);
    }
  }

  @Override
  public void close() {
    closed = true;
    try {
      connection.closeDispatcher(dispatcher);
    } catch (IllegalArgumentException | IllegalStateException e) {
      // It went with its connection.
    }
  }
}
