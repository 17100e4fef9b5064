package io.harmonyagent.agent.daemon;

import io.harmonyagent.agent.posix.ProcessMemory;
import io.harmonyagent.agent.update.PackagedBuild;
import io.harmonyagent.agent.update.Updater;
import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.files.Exclusive;
import io.harmonyagent.core.intake.Intake;
import io.harmonyagent.core.mesh.AgentCalls;
import io.harmonyagent.core.mesh.DesiredStateFeed;
import io.harmonyagent.core.mesh.HeartbeatPublisher;
import io.harmonyagent.core.mesh.MeshLink;
import io.harmonyagent.core.mesh.StatusPublisher;
import io.harmonyagent.core.runtime.DeviceFacts;
import io.harmonyagent.core.runtime.EngineLoop;
import io.harmonyagent.core.runtime.StatusBook;
import io.harmonyagent.core.time.TimeSource;
import io.harmonyagent.reconcilers.file.FileEvents;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The agent as a service: started, told when to stop, and stopped in good order. */
@Singleton
public final class Daemon {
  private static final Logger log = LoggerFactory.getLogger(Daemon.class);

  /** How long READY waits for the mesh; a device without a network has to become ready too. */
  private static final Duration WAIT_FOR_MESH = Duration.ofSeconds(2);

  /** When what only starting up, or a new manifest, needs is done with. */
  private static final Duration SETTLED_AFTER = Duration.ofSeconds(3);

  private final DeviceFacts facts;
  private final ServiceManager systemd;
  private final StatusBook book;
  private final TimeSource time;
  private final EngineLoop engine;
  private final FileEvents fileEvents;
  private final Kinds kinds;
  private final Intake intake;
  private final MeshLink link;
  private final DesiredStateFeed feed;
  private final StatusPublisher status;
  private final HeartbeatPublisher heartbeat;
  private final AgentCalls calls;
  private final Updater updater;
  private final Vitals vitals;
  private final LocalCopy local;
  private final Exclusive claim;
  private final Watchdog watchdog;
  private final Rest rest = new Rest();
  private final ProcessMemory memory = ProcessMemory.ofThisProcess();

  Daemon(
      DeviceFacts facts,
      ServiceManager systemd,
      StatusBook book,
      TimeSource time,
      EngineLoop engine,
      FileEvents fileEvents,
      Kinds kinds,
      Intake intake,
      MeshLink link,
      DesiredStateFeed feed,
      StatusPublisher status,
      HeartbeatPublisher heartbeat,
      AgentCalls calls,
      Updater updater,
      Exclusive claim,
      AgentConfig config,
      Layout layout) {
    this.facts = facts;
    this.systemd = systemd;
    this.book = book;
    this.time = time;
    this.engine = engine;
    this.fileEvents = fileEvents;
    this.kinds = kinds;
    this.intake = intake;
    this.link = link;
    this.feed = feed;
    this.status = status;
    this.heartbeat = heartbeat;
    this.calls = calls;
    this.updater = updater;
    this.claim = claim;
    this.vitals =
        new Vitals(
            engine,
            feed,
            intake,
            book,
            link,
            status,
            config.mesh().orElseThrow(),
            PackagedBuild.installed(layout.runtime()));
    this.local =
        new LocalCopy(
            book,
            Optional.of(() -> link.connection().isPresent()),
            systemd,
            time,
            layout.runtime());
    this.watchdog = new Watchdog(systemd, engine);
  }

  /**
   * Runs until a signal says stop.
   *
   * @param onceItLasts what a build that has yet to show that it works has to leave until then
   */
  public void run(Runnable onceItLasts) throws IOException, InterruptedException {
    log.info("harmony-agent {} on {} ({})", facts.agentVersion(), facts.agentId(), facts.arch());
    Signals.install(rest::end, this::lookNow);
    start();
    link.awaitFirstAttempt(WAIT_FOR_MESH);
    systemd.ready(LocalCopy.summary(book.snapshot()));
    updater.start(vitals, rest::end, onceItLasts);
    book.onChange(rest::disturb);
    rest.untilOver(SETTLED_AFTER, memory::giveBackUnusedPages);
    log.info("stopping");
    systemd.stopping();
    stop();
  }

  private void start() throws IOException {
    link.onChange(local::changed);
    link.onChange(updater::lookNow);
    link.start();
    engine.start();
    intake.start();
    book.open(time.now().wall());
    local.start();
    status.start();
    heartbeat.start();
    feed.start();
    watchdog.start();
  }

  /**
   * First whatever could still change something, then the last word, then the line it goes over.
   */
  private void stop() throws IOException {
    updater.close();
    watchdog.close();
    calls.close();
    feed.close();
    intake.close();
    engine.close();
    fileEvents.close();
    kinds.close();
    heartbeat.close();
    book.stopped(time.now().wall());
    status.close();
    local.close();
    link.close();
    // Held until now, since a claim that nobody refers to is given back by the collector.
    claim.close();
  }

  /** The pass first: it needs no answer from the mesh, so it need not share the start with one. */
  private void lookNow() {
    engine.passNow();
    feed.lookNow();
    status.lookNow();
  }
}
