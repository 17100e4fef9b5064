package io.harmonyagent.core.mesh;

import io.harmonyagent.core.config.MeshConfig;
import io.nats.client.ConnectionListener;
import io.nats.client.ErrorListener;
import io.nats.client.Options;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How we connect. Three of the client's defaults would hurt: it gives up after 60 tries, it pings
 * every two minutes (a dead link goes unnoticed for as long), and it keeps 8 MiB of writes to
 * replay them, stale, after a partition.
 */
public final class MeshOptions {
  private static final Duration PING = Duration.ofSeconds(5);
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration SHORTEST_WAIT = Duration.ofMillis(250);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(15);
  private static final int FOR_EVER = -1;
  private static final int NO_BUFFER = 0;
  private static final int SOCKET_BUFFER_BYTES = 16 * 1024;
  private static final int OUTGOING_MESSAGES = 256;

  private MeshOptions() {}

  /** {@code owner} names the client on the server and prefixes its inboxes. */
  public static Options build(
      MeshConfig config, String owner, ConnectionListener connection, ErrorListener errors)
      throws IOException {
    Options.Builder options =
        new Options.Builder()
            .servers(config.servers().toArray(String[]::new))
            .connectionName(owner)
            .inboxPrefix(Keys.inboxPrefix(owner))
            .connectionTimeout(CONNECT_TIMEOUT)
            .maxReconnects(FOR_EVER)
            .reconnectBufferSize(NO_BUFFER)
            .reconnectDelayHandler(MeshOptions::waitBeforeTry)
            .pingInterval(PING)
            .bufferSize(SOCKET_BUFFER_BYTES)
            .maxMessagesInOutgoingQueue(OUTGOING_MESSAGES)
            .connectionListener(connection)
            .errorListener(errors);
    if (config.tls().isPresent()) {
      options.sslContext(TlsContext.build(config.tls().get()));
    }
    if (config.credentials().isPresent()) {
      options.authHandler(Nkey.credentials(config.credentials().get()));
    }
    if (config.nkey().isPresent()) {
      options.authHandler(Nkey.seed(config.nkey().get()));
    }
    return options.build();
  }

  /** Exponential with full jitter: a fleet that lost its server must not come back all at once. */
  static Duration waitBeforeTry(long tries) {
    long ceiling =
        Math.min(LONGEST_WAIT.toMillis(), SHORTEST_WAIT.toMillis() << Math.clamp(tries, 0L, 10L));
    return Duration.ofMillis(
        ThreadLocalRandom.current().nextLong(SHORTEST_WAIT.toMillis() / 2, ceiling + 1));
  }
}
