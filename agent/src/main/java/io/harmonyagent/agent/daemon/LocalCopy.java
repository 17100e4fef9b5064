package io.harmonyagent.agent.daemon;

import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.runtime.StatusBook;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Condition;
import io.harmonyagent.core.status.StatusWriter;
import io.harmonyagent.core.time.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the newest status in {@code /run}, for people on the device. It alone can say {@code
 * Offline}: over the mesh nobody would hear it. {@code /run} is memory, so this wears no card.
 */
final class LocalCopy implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LocalCopy.class);
  private static final Duration AT_MOST_EVERY = Duration.ofMillis(100);

  private final StatusBook book;
  private final Optional<BooleanSupplier> online;
  private final ServiceManager systemd;
  private final TimeSource time;
  private final Path file;
  private final Semaphore news = new Semaphore(1);
  private final Thread thread;
  private boolean wasOnline = true;
  private Instant onlineChangedAt;

  LocalCopy(
      StatusBook book,
      Optional<BooleanSupplier> online,
      ServiceManager systemd,
      TimeSource time,
      Path directory) {
    this.book = book;
    this.online = online;
    this.systemd = systemd;
    this.time = time;
    this.file = directory.resolve("status.json");
    this.onlineChangedAt = time.now().wall();
    this.thread = Thread.ofPlatform().name("local-copy").daemon().unstarted(this::run);
    book.onChange(this::changed);
  }

  void start() {
    thread.start();
  }

  void changed() {
    news.release();
  }

  @Override
  public void close() {
    thread.interrupt();
    write();
  }

  private void run() {
    try {
      while (true) {
        news.acquire();
        news.drainPermits();
        write();
        Thread.sleep(AT_MOST_EVERY);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void write() {
    AgentStatus status = withOffline(book.snapshot());
    systemd.status(summary(status));
    try {
      Files.createDirectories(file.getParent());
      Path temporary = file.resolveSibling("status.json.new");
      Files.write(temporary, JsonWriter.compact(StatusWriter.toNode(status)));
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      log.debug("no local copy of the status: {}", e.toString());
    }
  }

  /** Where there is no mesh there is no being offline either. */
  private AgentStatus withOffline(AgentStatus status) {
    if (online.isEmpty()) {
      return status;
    }
    boolean isOnline = online.get().getAsBoolean();
    if (isOnline != wasOnline) {
      wasOnline = isOnline;
      onlineChangedAt = time.now().wall();
    }
    List<Condition> conditions = new ArrayList<>(status.conditions());
    conditions.add(
        isOnline
            ? new Condition(Condition.Type.OFFLINE, false, "MeshConnected", "", onlineChangedAt)
            : new Condition(
                Condition.Type.OFFLINE,
                true,
                "MeshUnreachable",
                "the last accepted manifest stays in force",
                onlineChangedAt));
    return new AgentStatus(
        status.agentId(),
        status.agentVersion(),
        status.arch(),
        status.bootId(),
        status.manifestGeneration(),
        status.observedGeneration(),
        status.ignoredFields(),
        status.resources(),
        conditions,
        status.rejected(),
        status.update(),
        status.stoppedAt());
  }

  /** What {@code systemctl status} shows. */
  static String summary(AgentStatus status) {
    String where = status.holds(Condition.Type.OFFLINE) ? "offline; " : "";
    return where
        + "generation "
        + status.manifestGeneration()
        + "; "
        + status.conditions().stream()
            .filter(c -> c.type() == Condition.Type.READY)
            .map(c -> c.holds() ? "ready" : "not ready: " + c.reason() + " " + c.message())
            .findFirst()
            .orElse("starting");
  }
}
