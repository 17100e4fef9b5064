package io.harmonyagent.agent.daemon;

import io.harmonyagent.agent.doctor.DeviceDoctor;
import io.harmonyagent.agent.posix.BootClock;
import io.harmonyagent.agent.posix.Kernel;
import io.harmonyagent.agent.posix.NativeFileStat;
import io.harmonyagent.agent.update.BuildImages;
import io.harmonyagent.agent.update.Download;
import io.harmonyagent.agent.update.Installer;
import io.harmonyagent.agent.update.Updater;
import io.harmonyagent.core.artifact.Artifacts;
import io.harmonyagent.core.call.CallHandler;
import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.config.ConfigFiles;
import io.harmonyagent.core.engine.Engine;
import io.harmonyagent.core.engine.EngineSettings;
import io.harmonyagent.core.files.Copies;
import io.harmonyagent.core.files.Exclusive;
import io.harmonyagent.core.intake.InitialManifest;
import io.harmonyagent.core.intake.Intake;
import io.harmonyagent.core.ledger.Ledger;
import io.harmonyagent.core.mesh.AgentCalls;
import io.harmonyagent.core.mesh.DesiredStateFeed;
import io.harmonyagent.core.mesh.HeartbeatPublisher;
import io.harmonyagent.core.mesh.MeshArtifacts;
import io.harmonyagent.core.mesh.MeshLink;
import io.harmonyagent.core.mesh.MeshOptions;
import io.harmonyagent.core.mesh.StatusPublisher;
import io.harmonyagent.core.plan.Planner;
import io.harmonyagent.core.reconcile.Reconcilers;
import io.harmonyagent.core.runtime.DeviceFacts;
import io.harmonyagent.core.runtime.EngineLoop;
import io.harmonyagent.core.runtime.Jitter;
import io.harmonyagent.core.runtime.PassSettings;
import io.harmonyagent.core.runtime.StatusBook;
import io.harmonyagent.core.runtime.Workers;
import io.harmonyagent.core.time.TimeSource;
import io.harmonyagent.core.trust.ManifestTrust;
import io.harmonyagent.failover.resource.PostgresSiteReconciler;
import io.harmonyagent.failover.site.SiteClock;
import io.harmonyagent.reconcilers.container.ContainerLogs;
import io.harmonyagent.reconcilers.container.ContainerReconciler;
import io.harmonyagent.reconcilers.file.DeviceRoot;
import io.harmonyagent.reconcilers.file.FileEvents;
import io.harmonyagent.reconcilers.file.FileReconciler;
import io.harmonyagent.reconcilers.file.FileStat;
import io.harmonyagent.reconcilers.systemdunit.Journal;
import io.harmonyagent.reconcilers.systemdunit.SystemdUnitReconciler;
import io.micronaut.context.annotation.Factory;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.WatchService;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which parts the agent is made of, and what each needs. The parts themselves know nothing of their
 * wiring. Each is made at most once, when somebody first needs it.
 */
@Factory
final class AgentBeans {
  private static final Logger log = LoggerFactory.getLogger(AgentBeans.class);

  private final SplittableRandom random = new SplittableRandom();

  @Singleton
  TimeSource time() {
    return TimeSource.system();
  }

  @Singleton
  Jitter jitter() {
    return new Jitter(random.split());
  }

  @Singleton
  DeviceFacts facts(AgentConfig config, Layout layout) throws IOException {
    return Identity.of(config, layout);
  }

  @Singleton
  Exclusive claim(Layout layout) throws IOException {
    return Exclusive.claim(layout.state());
  }

  /** Asks for the claim, so that nobody opens a ledger that another process is writing. */
  @Singleton
  Ledger ledger(Layout layout, Exclusive claim) throws IOException {
    return Ledger.open(layout.state());
  }

  @Singleton
  StatusBook book(DeviceFacts facts, ConfigInUse config) {
    return new StatusBook(facts, config.rejected());
  }

  @Singleton
  FileEvents fileEvents() {
    return new FileEvents(watchService());
  }

  @Singleton
  Artifacts artifacts(AgentConfig config, MeshLink link) {
    return config.mesh().isEmpty()
        ? Artifacts.none("no mesh is configured")
        : new MeshArtifacts(link);
  }

  /**
   * The reconcilers are no beans of their own: the wiring would name the types of their
   * observations, which are nobody's business.
   */
  @Singleton
  Kinds kinds(
      AgentConfig config,
      Layout layout,
      FileEvents events,
      Artifacts artifacts,
      DeviceFacts facts,
      TimeSource time) {
    return newKinds(config, layout, events, artifacts, facts, time);
  }

  private static Kinds newKinds(
      AgentConfig config,
      Layout layout,
      FileEvents events,
      Artifacts artifacts,
      DeviceFacts facts,
      TimeSource time) {
    DeviceRoot root = new DeviceRoot(layout.root());
    FileStat stat = NativeFileStat.forThisProcess();
    Copies saved = new Copies(layout.state().resolve("saved"));
    FileReconciler files = new FileReconciler(root, events, stat, artifacts, saved);
    SystemdUnitReconciler units = new SystemdUnitReconciler(root, stat, time, facts.bootId());
    ContainerReconciler containers =
        new ContainerReconciler(
            new ContainerReconciler.Settings(
                facts.agentId(),
                root.resolve(config.podman().socket().toString()),
                layout.state(),
                config.images().keepUnused()),
            time);
    SiteClock clock = BootClock.forThisProcess();
    PostgresSiteReconciler sites =
        new PostgresSiteReconciler(new SiteWorkshop(config, layout, facts, clock), clock);
    return new Kinds(List.of(files, units, containers, sites), sites);
  }

  @Singleton
  Reconcilers reconcilers(Kinds kinds, Ledger ledger, AgentConfig config) {
    return new Reconcilers(kinds.all(), ledger, config.events());
  }

  /** Reads the ledger without a claim to it, so that it can be asked beside a running agent. */
  @Singleton
  Planner planner(Kinds kinds, Layout layout) throws IOException {
    Ledger view = Ledger.view(layout.state());
    return new Planner(new Reconcilers(kinds.all(), view), view);
  }

  @Singleton
  Engine engine(AgentConfig config, Reconcilers reconcilers) {
    EngineSettings settings =
        new EngineSettings(
            config.deadline(),
            EngineSettings.DEFAULTS.firstRetry(),
            EngineSettings.DEFAULTS.longestRetry());
    return new Engine(settings, random.split(), reconcilers::deletionPatience);
  }

  @Singleton
  EngineLoop engineLoop(
      Engine engine,
      Reconcilers reconcilers,
      Ledger ledger,
      StatusBook book,
      TimeSource time,
      AgentConfig config,
      Jitter jitter) {
    PassSettings passes =
        new PassSettings(config.passInterval(), PassSettings.DEFAULTS.thoroughEvery());
    return new EngineLoop(engine, new Workers(reconcilers), ledger, book, time, passes, jitter);
  }

  @Singleton
  Updater updater(
      AgentConfig config,
      Layout layout,
      Artifacts artifacts,
      Updater.Self self,
      StatusBook book,
      TimeSource time) {
    Kernel kernel = Kernel.forThisProcess();
    BuildImages images = new BuildImages(layout.state(), layout.runtime(), kernel);
    Installer installer =
        new Installer(
            new DeviceRoot(layout.root()).resolve(config.trust().directory().toString()),
            layout.runtime(),
            images,
            new Download(artifacts, images, config.update().rateBytes()));
    return new Updater(self, images, installer, config.update().proveWithin(), kernel, book, time);
  }

  @Singleton
  ManifestTrust trust(AgentConfig config, Layout layout, DeviceFacts facts) {
    return new ManifestTrust(
        facts.agentId(),
        new DeviceRoot(layout.root()).resolve(config.trust().directory().toString()),
        config.trust().unsignedManifests());
  }

  @Singleton
  Intake intake(
      ManifestTrust trust,
      Ledger ledger,
      EngineLoop engine,
      Updater updater,
      StatusBook book,
      TimeSource time,
      Layout layout) {
    return new Intake(
        trust, ledger, engine, updater::want, book, time, new InitialManifest(layout.manifest()));
  }

  @Singleton
  MeshLink link(AgentConfig config, DeviceFacts facts) {
    return new MeshLink(
        (connection, errors) ->
            MeshOptions.build(
                config.mesh().orElseThrow(), facts.agentId().value(), connection, errors));
  }

  @Singleton
  StatusPublisher statusPublisher(
      MeshLink link, StatusBook book, DeviceFacts facts, Jitter jitter) {
    return new StatusPublisher(link, book, facts.agentId(), jitter);
  }

  @Singleton
  HeartbeatPublisher heartbeatPublisher(
      MeshLink link, DeviceFacts facts, AgentConfig config, TimeSource time, Jitter jitter) {
    return new HeartbeatPublisher(link, facts, config.heartbeatInterval(), time, jitter);
  }

  @Singleton
  DesiredStateFeed desiredStateFeed(
      MeshLink link, DeviceFacts facts, Intake intake, Jitter jitter) {
    return new DesiredStateFeed(link, facts.agentId(), intake, jitter);
  }

  /** What others can ask this agent directly. */
  @Singleton
  AgentCalls agentCalls(
      MeshLink link,
      AgentConfig config,
      ConfigFiles configFiles,
      Layout layout,
      Ledger ledger,
      Artifacts artifacts,
      DeviceFacts facts,
      TimeSource time,
      Kinds kinds) {
    CallHandler plan =
        new PlanCall(
            () -> {
              FileEvents none = new FileEvents(Optional.empty());
              return newKinds(config, layout, none, artifacts, facts, time);
            },
            layout.state());
    Path podman = new DeviceRoot(layout.root()).resolve(config.podman().socket().toString());
    CallHandler logs = new LogsCall(ledger, new ContainerLogs(podman), new Journal());
    CallHandler doctor =
        new DoctorCall(new DeviceDoctor(config, configFiles, layout.root(), layout.state()));
    CallHandler failover = new SiteCall(kinds.sites()::shell);
    return new AgentCalls(link, facts.agentId(), List.of(plan, logs, doctor, failover));
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
