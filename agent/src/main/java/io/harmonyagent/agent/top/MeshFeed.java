package io.harmonyagent.agent.top;

import io.harmonyagent.agent.top.view.News;
import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.mesh.Bucket;
import io.harmonyagent.core.mesh.Buckets;
import io.harmonyagent.core.mesh.Keys;
import io.harmonyagent.core.mesh.MeshLink;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.harmonyagent.failover.lease.FailoverBucket;
import io.nats.client.Connection;
import io.nats.client.Message;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Brings news from the mesh: of the whole fleet by one ordered watch, of the failover clusters by
 * another, and of the agent that is looked at closely by a third. All are begun anew with every
 * connection. A look at the stream every so often tells the server's time, and finds a watch that
 * died without a word.
 */
final class MeshFeed implements AutoCloseable {
  private static final Duration LOOK_EVERY = Duration.ofSeconds(10);
  private static final Duration AFTER_TROUBLE = Duration.ofSeconds(2);

  /** A mesh without failover, or a user who may not see it, is not asked all the time. */
  private static final int LOOKS_PER_FAILOVER_LOOK = 6;

  private static final String STREAM_INFO = "$JS.API.STREAM.INFO.KV_" + Keys.AGENTS_BUCKET;
  private static final String FAILOVER_INFO = "$JS.API.STREAM.INFO.KV_" + FailoverBucket.NAME;

  /** Below every number of a stream. */
  private static final long NOT_KNOWN = -1;

  private final MeshLink link;
  private final Clock clock;
  private final Consumer<News> news;
  private final Thread thread;

  // What the thread is asked for.
  private final BlockingQueue<Boolean> asked = new ArrayBlockingQueue<>(1);
  private volatile Optional<AgentId> focus = Optional.empty();

  // The thread's own.
  private boolean online = true;
  private long watchedIn = -1;
  private long lastOnServer;
  private int looks;
  private @Nullable BucketWatch fleet;
  private @Nullable BucketWatch detail;
  private @Nullable BucketWatch failover;
  private Optional<AgentId> detailOf = Optional.empty();
  private final Set<String> refused = new HashSet<>();

  private volatile long lastHeard;

  /**
   * @param news may make this thread and the client's wait
   */
  MeshFeed(MeshLink link, Clock clock, Consumer<News> news) {
    this.link = link;
    this.clock = clock;
    this.news = news;
    this.thread = Thread.ofPlatform().daemon().name("mesh-feed").unstarted(this::run);
    link.onChange(this::ask);
  }

  void start() {
    thread.start();
  }

  /** From now on this agent's news are wanted in full. */
  void focus(Optional<AgentId> agent) {
    if (!focus.equals(agent)) {
      focus = agent;
      ask();
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  /** Being asked twice before it looks is being asked once. */
  private void ask() {
    asked.offer(true);
  }

  private void run() {
    try {
      while (true) {
        Duration pause = look() ? LOOK_EVERY : AFTER_TROUBLE;
        asked.poll(pause.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean look() {
    Optional<Connection> connection = link.connection();
    if (connection.isPresent() != online) {
      online = connection.isPresent();
      news.accept(online ? new News.Connected() : new News.Lost());
    }
    if (connection.isEmpty()) {
      return true;
    }
    try {
      look(connection.get());
      return true;
    } catch (MeshUnavailable | IOException | RuntimeException e) {
      // The client throws some of the last kind at a connection that goes in just this moment.
      news.accept(new News.Remark(e.getMessage() == null ? e.toString() : e.getMessage()));
      return false;
    }
  }

  private void look(Connection connection) throws MeshUnavailable, IOException {
    long missedIfBelow = lastOnServer;
    long session = link.sessions();
    boolean anew = session != watchedIn;
    if (anew) {
      refused.clear();
    }
    lastOnServer = askServer(connection);
    if (anew || lastHeard < missedIfBelow) {
      watchFleet(connection);
    }
    watchedIn = session;
    if (anew || !detailOf.equals(focus)) {
      watchDetail(connection);
    }
    if (anew || (failover == null && looks++ % LOOKS_PER_FAILOVER_LOOK == 0)) {
      watchFailover(connection);
    }
  }

  /**
   * The last number in the stream; tells the server's time by the way. For who may not ask, nothing
   * is ever missed, and ages are by the clock of this machine.
   */
  private long askServer(Connection connection) throws MeshUnavailable {
    Instant before = clock.instant();
    Optional<Fields> answer = info(connection, STREAM_INFO);
    if (answer.isEmpty()) {
      return NOT_KNOWN;
    }
    Fields info = answer.get();
    Duration halfWay = Duration.between(before, clock.instant()).dividedBy(2);
    try {
      if (info.has("error")) {
        throw new MeshUnavailable(
            "bucket "
                + Keys.AGENTS_BUCKET
                + ": "
                + info.object("error").optionalText("description").orElse("?")
                + "; 'harmonyctl init' creates it");
      }
      Optional<String> serverTime = info.optionalText("ts");
      if (serverTime.isPresent()) {
        Instant at = Instant.parse(serverTime.get());
        news.accept(new News.ServerClock(Duration.between(before.plus(halfWay), at)));
      }
      return info.object("state").integer("last_seq");
    } catch (InvalidDocument e) {
      throw new MeshUnavailable("the server's answer is not understood: " + e.sentence());
    } catch (DateTimeParseException e) {
      throw new MeshUnavailable("the server's time is not understood: " + e.getMessage());
    }
  }

  /** Nothing where this user may not ask: the server says so beside, and does not answer. */
  private Optional<Fields> info(Connection connection, String subject) throws MeshUnavailable {
    if (refused.contains(subject)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Buckets.request(connection, subject, new JsonObject()));
    } catch (MeshUnavailable e) {
      if (!isRefusal(connection.getLastError(), subject)) {
        throw e;
      }
      refused.add(subject);
      news.accept(new News.Remark("this user may not ask for " + subject + " (docs/mesh.md)"));
      return Optional.empty();
    }
  }

  static boolean isRefusal(@Nullable String lastError, String subject) {
    String error = lastError == null ? "" : lastError.toLowerCase(Locale.ROOT);
    return error.contains("permissions violation")
        && error.contains(subject.toLowerCase(Locale.ROOT));
  }

  private void watchFleet(Connection connection) throws MeshUnavailable, IOException {
    if (fleet != null) {
      fleet.close();
    }
    lastHeard = 0;
    fleet = new BucketWatch(connection, new Bucket(connection, Keys.AGENTS_BUCKET));
    news.accept(new News.Listing());
    if (lastOnServer == 0) {
      news.accept(new News.Listed());
    }
    fleet.follow(">", this::heardOfFleet);
  }

  private void heardOfFleet(Message message) {
    FleetReader.read(message).ifPresent(news);
    lastHeard = message.metaData().streamSequence();
    if (message.metaData().pendingCount() == 0) {
      news.accept(new News.Listed());
    }
  }

  private void watchDetail(Connection connection) throws MeshUnavailable, IOException {
    if (detail != null) {
      detail.close();
      detail = null;
    }
    detailOf = Optional.empty();
    Optional<AgentId> wanted = focus;
    if (wanted.isPresent()) {
      AgentId agent = wanted.get();
      detail = new BucketWatch(connection, new Bucket(connection, Keys.AGENTS_BUCKET));
      news.accept(new News.DetailListing(agent));
      detail.follow(Keys.desiredState(agent), m -> news.accept(DetailReader.wanted(agent, m)));
      detail.followWithHistory(
          Keys.actualState(agent), m -> news.accept(DetailReader.said(agent, m)));
    }
    detailOf = wanted;
  }

  /** With the history: it is short, and what happened last is what one wants to see. */
  private void watchFailover(Connection connection) throws MeshUnavailable, IOException {
    if (failover != null) {
      failover.close();
      failover = null;
    }
    Optional<Fields> info = info(connection, FAILOVER_INFO);
    if (info.isEmpty() || info.get().has("error")) {
      return;
    }
    failover = new BucketWatch(connection, new Bucket(connection, FailoverBucket.NAME));
    news.accept(new News.ClustersListing());
    failover.followWithHistory(">", message -> FailoverReader.read(message).ifPresent(news));
  }
}
