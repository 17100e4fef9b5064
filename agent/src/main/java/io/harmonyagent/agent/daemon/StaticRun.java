package io.harmonyagent.agent.daemon;

import io.harmonyagent.core.files.Exclusive;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.runtime.EngineLoop;
import io.harmonyagent.core.runtime.StatusBook;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Condition;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.time.TimeSource;
import io.harmonyagent.reconcilers.file.FileEvents;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent without a mesh: the manifest is a file on the device, and that file is the authority.
 */
@Singleton
public final class StaticRun {
  private static final Logger log = LoggerFactory.getLogger(StaticRun.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

  private final ServiceManager systemd;
  private final StatusBook book;
  private final TimeSource time;
  private final EngineLoop engine;
  private final FileEvents fileEvents;
  private final Kinds kinds;
  private final Layout layout;
  private final Exclusive claim;
  private final CountDownLatch stop = new CountDownLatch(1);
  private Optional<AgentManifest> inForce = Optional.empty();
  private String lastTrouble = "";

  StaticRun(
      ServiceManager systemd,
      StatusBook book,
      TimeSource time,
      EngineLoop engine,
      FileEvents fileEvents,
      Kinds kinds,
      Layout layout,
      Exclusive claim) {
    this.systemd = systemd;
    this.book = book;
    this.time = time;
    this.engine = engine;
    this.fileEvents = fileEvents;
    this.kinds = kinds;
    this.layout = layout;
    this.claim = claim;
  }

  /** Works on everything once and returns what came of it. */
  public AgentStatus once(AgentManifest manifest) throws IOException, InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    book.onChange(
        () -> {
          if (isDecided(book.snapshot())) {
            done.countDown();
          }
        });
    engine.start();
    engine.accept(manifest);
    done.await();
    engine.close();
    fileEvents.close();
    kinds.close();
    claim.close();
    return book.snapshot();
  }

  /** Keeps the device as the manifest says until a signal says stop; a changed file is taken up. */
  public void keep(Callable<AgentManifest> source) throws IOException, InterruptedException {
    Signals.install(stop::countDown, engine::passNow);
    LocalCopy local = new LocalCopy(book, Optional.empty(), systemd, time, layout.runtime());
    Watchdog watchdog = new Watchdog(systemd, engine);
    engine.start();
    book.open(time.now().wall());
    local.start();
    watchdog.start();
    take(source);
    systemd.ready("works from a manifest on disk");
    while (!stop.await(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
      take(source);
    }
    systemd.stopping();
    watchdog.close();
    engine.close();
    fileEvents.close();
    kinds.close();
    book.stopped(time.now().wall());
    local.close();
  }

  private void take(Callable<AgentManifest> source) {
    try {
      Optional<AgentManifest> wanted = Optional.of(source.call());
      if (!wanted.equals(inForce)) {
        inForce = wanted;
        engine.accept(wanted.get());
      }
      lastTrouble = "";
    } catch (Exception e) {
      String trouble = String.valueOf(e.getMessage());
      if (!trouble.equals(lastTrouble)) {
        lastTrouble = trouble;
        log.warn("the manifest cannot be used, the one before stays in force: {}", trouble);
      }
    }
  }

  private static boolean isDecided(AgentStatus status) {
    boolean hasManifest =
        status.conditions().stream()
            .noneMatch(c -> c.type() == Condition.Type.READY && c.reason().equals("NoManifest"));
    return hasManifest
        && status.resources().values().stream()
            .noneMatch(
                r ->
                    r.state() instanceof ResourceState.Pending
                        || r.state() instanceof ResourceState.Reconciling
                        || r.state() instanceof ResourceState.Deleting);
  }
}
