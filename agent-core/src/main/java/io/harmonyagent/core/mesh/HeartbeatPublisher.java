package io.harmonyagent.core.mesh;

import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.runtime.DeviceFacts;
import io.harmonyagent.core.runtime.Jitter;
import io.harmonyagent.core.status.Heartbeat;
import io.harmonyagent.core.time.TimeSource;
import io.nats.client.Connection;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says regularly that the agent lives. It has a thread of its own and waits for nothing but the
 * mesh: no resource, disk or status can silence it.
 */
public final class HeartbeatPublisher implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(HeartbeatPublisher.class);

  private final MeshLink link;
  private final DeviceFacts facts;
  private final Duration interval;
  private final TimeSource time;
  private final Rhythm rhythm;
  private final Thread thread;

  public HeartbeatPublisher(
      MeshLink link, DeviceFacts facts, Duration interval, TimeSource time, Jitter jitter) {
    this.link = link;
    this.facts = facts;
    this.interval = interval;
    this.time = time;
    this.rhythm = new Rhythm(jitter);
    this.thread = Thread.ofPlatform().name("heartbeat").unstarted(this::run);
    link.onChange(rhythm::wake);
  }

  public void start() {
    thread.start();
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void run() {
    try {
      while (true) {
        Optional<Connection> connection = link.connection();
        if (connection.isEmpty()) {
          rhythm.forNews();
        } else {
          beat(connection.get());
          rhythm.around(interval);
        }
      }
    } catch (InterruptedException e) {
      log.debug("stopped");
    }
  }

  private void beat(Connection connection) {
    Heartbeat heartbeat =
        new Heartbeat(facts.agentId(), facts.agentVersion(), facts.bootId(), time.now().wall());
    try {
      new Bucket(connection, Keys.AGENTS_BUCKET)
          .putWithoutHistory(
              Keys.heartbeat(facts.agentId()), JsonWriter.compact(heartbeat.toNode()));
    } catch (MeshUnavailable | IOException e) {
      log.debug("no heartbeat this time: {}", e.getMessage());
    } catch (RuntimeException e) {
      // Whatever it is, it must not end this thread: the device would seem dead.
      log.warn("no heartbeat this time: {}", e.toString());
    }
  }
}
