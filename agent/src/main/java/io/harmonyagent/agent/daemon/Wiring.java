package io.harmonyagent.agent.daemon;

import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.engine.Engine;
import io.harmonyagent.core.engine.EngineSettings;
import io.harmonyagent.core.intake.Intake;
import io.harmonyagent.core.ledger.Ledger;
import io.harmonyagent.core.reconcile.Reconcilers;
import io.harmonyagent.core.runtime.DeviceFacts;
import io.harmonyagent.core.runtime.EngineLoop;
import io.harmonyagent.core.runtime.Jitter;
import io.harmonyagent.core.runtime.PassSettings;
import io.harmonyagent.core.runtime.StatusBook;
import io.harmonyagent.core.runtime.Workers;
import io.harmonyagent.core.time.TimeSource;
import io.harmonyagent.reconcilers.file.DeviceRoot;
import io.harmonyagent.reconcilers.file.FileEvents;
import io.harmonyagent.reconcilers.file.FileReconciler;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.WatchService;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the parts of the agent together that work without the mesh. */
public final class Wiring {
  private static final Logger log = LoggerFactory.getLogger(Wiring.class);

  /** The parts that somebody outside has to hold on to. */
  public record Core(
      DeviceFacts facts,
      StatusBook book,
      EngineLoop engine,
      Ledger ledger,
      FileEvents fileEvents,
      TimeSource time,
      Jitter jitter) {
    public Intake intake() {
      return new Intake(ledger, engine, book, time);
    }
  }

  private Wiring() {}

  public static Core core(AgentConfig config, Layout layout, DeviceFacts facts) throws IOException {
    TimeSource time = TimeSource.system();
    SplittableRandom random = new SplittableRandom();
    Jitter jitter = new Jitter(random.split());
    Ledger ledger = Ledger.open(layout.state());
    StatusBook book = new StatusBook(facts);
    FileEvents fileEvents = new FileEvents(watchService());
    Reconcilers reconcilers =
        new Reconcilers(
            List.of(new FileReconciler(new DeviceRoot(layout.root()), fileEvents)), ledger);
    EngineSettings settings =
        new EngineSettings(
            config.deadline(),
            EngineSettings.DEFAULTS.firstRetry(),
            EngineSettings.DEFAULTS.longestRetry());
    EngineLoop engine =
        new EngineLoop(
            new Engine(settings, random.split()),
            new Workers(reconcilers),
            ledger,
            book,
            time,
            new PassSettings(config.passInterval(), PassSettings.DEFAULTS.thoroughEvery()),
            jitter);
    return new Core(facts, book, engine, ledger, fileEvents, time, jitter);
  }

  /** Without inotify (its instances are few, and other programs use them too) passes must do. */
  private static Optional<WatchService> watchService() {
    try {
      return Optional.of(FileSystems.getDefault().newWatchService());
    } catch (IOException e) {
      log.warn("no file events, drift is found by the periodic pass only: {}", e.toString());
      return Optional.empty();
    }
  }
}
