package io.harmonyagent.core.mesh;

import io.harmonyagent.core.intake.Intake;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.runtime.Jitter;
import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what the control plane wants to the intake. A watch makes it quick; a look at the key
 * every so often makes it certain, because a watch can die without a word.
 */
public final class DesiredStateFeed implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(DesiredStateFeed.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(60);
  private static final Duration AFTER_TROUBLE = Duration.ofSeconds(3);

  private final MeshLink link;
  private final String key;
  private final Intake intake;
  private final Rhythm rhythm;
  private final Thread thread;
  private @Nullable JetStreamSubscription watch;
  private long watchedIn = -1;
  private final Revisions revisions = new Revisions();
  private volatile boolean hasLooked;
  private String lastTrouble = "";

  public DesiredStateFeed(MeshLink link, AgentId agent, Intake intake, Jitter jitter) {
    this.link = link;
    this.key = Keys.desiredState(agent);
    this.intake = intake;
    this.rhythm = new Rhythm(jitter);
    this.thread = Thread.ofPlatform().name("desired-state").unstarted(this::run);
    link.onChange(rhythm::wake);
  }

  public void start() {
    thread.start();
  }

  /** Looks at the key now. */
  public void lookNow() {
    rhythm.wake();
  }

  /** Whether the mesh ever answered what this device should be. */
  public boolean hasLooked() {
    return hasLooked;
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void run() {
    try {
      while (true) {
        Connection connection = link.connection().orElse(null);
        if (connection == null) {
          rhythm.forNews();
        } else {
          rhythm.around(look(connection) ? LOOK_EVERY : AFTER_TROUBLE);
        }
      }
    } catch (InterruptedException e) {
      log.debug("stopped");
    }
  }

  private boolean look(Connection connection) {
    try {
      Bucket bucket = new Bucket(connection, Keys.AGENTS_BUCKET);
      long session = link.sessions();
      if (session != watchedIn) {
        watch(bucket, connection);
        watchedIn = session;
      }
      Bucket.Latest latest = bucket.get(key);
      Revisions.Found found = revisions.looked(latest.revision());
      switch (found) {
        case NEWEST, BEHIND -> {}
        case MISSED -> {
          log.debug("the watch missed revision {}; starting a new one", latest.revision());
          watch(bucket, connection);
        }
        case MADE_ANEW -> {
          log.warn("the bucket was made anew: its revisions begin again");
          intake.startOver();
          watch(bucket, connection);
        }
      }
      hasLooked = true;
      // What is in force already is recognised as such; what could not be taken up gets its chance.
      latest.value().ifPresent(value -> intake.offer(value, latest.revision()));
      lastTrouble = "";
      return found != Revisions.Found.BEHIND;
    } catch (MeshUnavailable | IOException e) {
      complain(String.valueOf(e.getMessage()));
      return false;
    } catch (RuntimeException e) {
      // The client throws some at a connection that goes in just this moment. With this thread the
      // device would be deaf for ever.
      complain(e.toString());
      return false;
    }
  }

  private void watch(Bucket bucket, Connection connection) throws MeshUnavailable {
    JetStreamSubscription before = watch;
    watch = bucket.watch(key, connection.createDispatcher(), this::delivered);
    if (before != null && before.getDispatcher() != null) {
      close(connection, before.getDispatcher());
    }
  }

  private static void close(Connection connection, Dispatcher dispatcher) {
    try {
      connection.closeDispatcher(dispatcher);
    } catch (IllegalArgumentException | IllegalStateException e) {
      log.debug("the watch before went with its connection: {}", e.getMessage());
    }
  }

  private void delivered(Message message) {
    long revision = message.metaData().streamSequence();
    revisions.told(revision);
    boolean deleted = message.hasHeaders() && message.getHeaders().getFirst("KV-Operation") != null;
    if (deleted) {
      log.warn("the desired state was deleted; the accepted one stays in force");
    } else {
      intake.offer(message.getData(), revision);
    }
  }

  private void complain(String trouble) {
    if (!trouble.equals(lastTrouble)) {
      lastTrouble = trouble;
      log.warn("cannot see the desired state: {}; trying again for ever", trouble);
    }
  }
}
