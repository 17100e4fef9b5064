package io.harmonyagent.core.mesh;

import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.runtime.Jitter;
import io.harmonyagent.core.runtime.StatusBook;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.StatusWriter;
import io.nats.client.Connection;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the status to the mesh: only when it changed, at most once a second, and always the
 * newest. Each write names the revision that it follows, so a write that was on its way for too
 * long can never cover a newer one. Every so often it is looked whether it still stands there:
 * somebody may have deleted or overwritten it, or made the bucket anew.
 */
public final class StatusPublisher implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(StatusPublisher.class);
  private static final Duration AT_MOST_EVERY = Duration.ofSeconds(1);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(60);
  private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration LAST_WRITE_TIMEOUT = Duration.ofMillis(300);

  private final MeshLink link;
  private final StatusBook book;
  private final String key;
  private final Rhythm rhythm;
  private final Thread thread;

  private volatile boolean doubted;
  private volatile boolean hasWritten;
  private @Nullable AgentStatus written;
  private Optional<Long> revision = Optional.empty();
  private @Nullable Connection connectedTo;

  public StatusPublisher(MeshLink link, StatusBook book, AgentId agent, Jitter jitter) {
    this.link = link;
    this.book = book;
    this.key = Keys.actualState(agent);
    this.rhythm = new Rhythm(jitter);
    this.thread = Thread.ofPlatform().name("status").unstarted(this::run);
    link.onChange(rhythm::wake);
    book.onChange(rhythm::wake);
  }

  public void start() {
    thread.start();
  }

  /** Whether the mesh ever had what was to be said, by its own word. */
  public boolean hasWritten() {
    return hasWritten;
  }

  /** Looks now whether what was written is still there. */
  public void lookNow() {
    doubted = true;
    rhythm.wake();
  }

  /** Writes what there is to say last, and stops. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(LAST_WRITE_TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    link.connection().ifPresent(connection -> publish(connection, LAST_WRITE_TIMEOUT));
  }

  private void run() {
    try {
      while (true) {
        if (!rhythm.around(LOOK_EVERY)) {
          doubted = true;
        }
        Optional<Connection> connection = link.connection();
        if (connection.isPresent()) {
          boolean done = publish(connection.get(), WRITE_TIMEOUT);
          if (!done) {
            rhythm.wake();
          }
          Thread.sleep(AT_MOST_EVERY);
        }
      }
    } catch (InterruptedException e) {
      log.debug("stopped");
    }
  }

  /** Returns whether the newest status is on the mesh. */
  private synchronized boolean publish(Connection connection, Duration timeout) {
    if (connection != connectedTo || doubted) {
      connectedTo = connection;
      doubted = false;
      revision = Optional.empty();
    }
    AgentStatus status = book.snapshot();
    if (status.equals(written) && revision.isPresent()) {
      return true;
    }
    try {
      Bucket bucket = new Bucket(connection, Keys.AGENTS_BUCKET);
      byte[] bytes = JsonWriter.compact(StatusWriter.toNode(status));
      if (revision.isEmpty()) {
        Bucket.Latest latest = bucket.get(key);
        revision = Optional.of(latest.revision());
        if (latest.value().isPresent() && Arrays.equals(latest.value().get(), bytes)) {
          written = status;
          hasWritten = true;
          return true;
        }
      }
      return wrote(bucket.compareAndSet(key, bytes, revision.get(), timeout), status);
    } catch (MeshUnavailable | IOException e) {
      log.debug("status not written: {}", e.getMessage());
      return false;
    } catch (RuntimeException e) {
      // Whatever it is, it must not end this thread: nobody would hear of the device again.
      log.warn("status not written, it is tried again: {}", e.toString());
      revision = Optional.empty();
      return false;
    }
  }

  private boolean wrote(CasOutcome outcome, AgentStatus status) {
    switch (outcome) {
      case CasOutcome.Acked(long newRevision) -> {
        revision = Optional.of(newRevision);
        written = status;
        hasWritten = true;
        return true;
      }
      case CasOutcome.Lost _ -> {
        // Somebody wrote under our name, or an earlier write of ours landed after all. Either way
        // the next try looks first, and the newest word is ours again.
        log.debug("status not written: another write came first");
        revision = Optional.empty();
        return false;
      }
      case CasOutcome.InFlight _ -> {
        return false;
      }
      case CasOutcome.Unknown(String why) -> {
        log.debug("status written or not: {}", why);
        revision = Optional.empty();
        return false;
      }
    }
  }
}
