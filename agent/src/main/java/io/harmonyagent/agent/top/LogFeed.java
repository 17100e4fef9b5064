package io.harmonyagent.agent.top;

import io.harmonyagent.agent.terminal.PrintableText;
import io.harmonyagent.agent.top.view.LogKey;
import io.harmonyagent.agent.top.view.News;
import io.harmonyagent.core.call.CallFailed;
import io.harmonyagent.core.call.LogWish;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.mesh.AgentCall;
import io.harmonyagent.core.mesh.MeshLink;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.nats.client.Connection;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows the log of one resource at a time, by a call to its device, for as long as somebody looks
 * at it. A call that broke is not repeated by itself: the lines would come twice.
 */
final class LogFeed implements AutoCloseable {
  private static final int TAIL = 200;
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final MeshLink link;
  private final Consumer<News> news;
  private Optional<LogKey> followed = Optional.empty();
  private @Nullable Thread thread;

  LogFeed(MeshLink link, Consumer<News> news) {
    this.link = link;
    this.news = news;
  }

  /** From now on this log is wanted, or none. */
  void follow(Optional<LogKey> wanted) {
    if (!wanted.equals(followed)) {
      close();
      followed = wanted;
      wanted.ifPresent(
          key -> thread = Thread.ofPlatform().daemon().name("log").start(() -> run(key)));
    }
  }

  @Override
  public void close() {
    if (thread != null) {
      thread.interrupt();
      thread = null;
    }
  }

  private void run(LogKey key) {
    Optional<Connection> connection = link.connection();
    if (connection.isEmpty()) {
      news.accept(new News.LogEnded(key, "no connection; leave and come back"));
      return;
    }
    LogWish wish = new LogWish(Optional.of(key.resource()), TAIL, true);
    try (AgentCall call =
        AgentCall.open(
            connection.get(),
            key.agent(),
            LogWish.VERB,
            JsonWriter.compact(wish.toJson().node()))) {
      news.accept(new News.LogBegun(key));
      PrintableText text = new PrintableText();
      while (!call.isOver()) {
        call.next(LOOK_EVERY)
            .ifPresent(piece -> news.accept(new News.LogPiece(key, text.next(piece))));
      }
      news.accept(new News.LogEnded(key, "(the end)"));
    } catch (CallFailed | MeshUnavailable e) {
      news.accept(new News.LogEnded(key, String.valueOf(e.getMessage())));
    } catch (IllegalStateException e) {
      // So the client says that its connection went in just this moment.
      news.accept(new News.LogEnded(key, "the connection was lost; leave and come back"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
