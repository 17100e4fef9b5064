package io.harmonyagent.agent.daemon;

import io.harmonyagent.agent.posix.DatagramSender;
import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.config.MeshConfig;
import io.harmonyagent.core.intake.Intake;
import io.harmonyagent.core.mesh.DesiredStateFeed;
import io.harmonyagent.core.mesh.HeartbeatPublisher;
import io.harmonyagent.core.mesh.MeshLink;
import io.harmonyagent.core.mesh.MeshOptions;
import io.harmonyagent.core.mesh.StatusPublisher;
import io.harmonyagent.core.runtime.DeviceFacts;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The agent as a service: started, told when to stop, and stopped in good order. */
public final class Daemon {
  private static final Logger log = LoggerFactory.getLogger(Daemon.class);

  /** How long READY waits for the mesh; a device without a network has to become ready too. */
  private static final Duration WAIT_FOR_MESH = Duration.ofSeconds(2);

  private final AgentConfig config;
  private final Layout layout;
  private final ServiceManager systemd;
  private final Signals signals = new Signals();

  public Daemon(AgentConfig config, Layout layout, Map<String, String> environment) {
    this.config = config;
    this.layout = layout;
    this.systemd = new ServiceManager(DatagramSender.forThisProcess(), environment);
  }

  /** Runs until a signal says stop. */
  public void run() throws IOException, InterruptedException {
    DeviceFacts facts = Identity.of(config, layout);
    log.info("harmony-agent {} on {} ({})", facts.agentVersion(), facts.agentId(), facts.arch());
    Wiring.Core core = Wiring.core(config, layout, facts);
    MeshConfig mesh = config.mesh().orElseThrow();
    MeshLink link =
        new MeshLink(
            (connection, errors) ->
                MeshOptions.build(mesh, facts.agentId().value(), connection, errors));
    Intake intake = core.intake();
    LocalCopy local =
        new LocalCopy(
            core.book(),
            () -> link.connection().isPresent(),
            systemd,
            core.time(),
            layout.runtime());
    StatusPublisher status = new StatusPublisher(link, core.book(), facts.agentId(), core.jitter());
    HeartbeatPublisher heartbeat =
        new HeartbeatPublisher(link, facts, config.heartbeatInterval(), core.time(), core.jitter());
    DesiredStateFeed feed = new DesiredStateFeed(link, facts.agentId(), intake, core.jitter());
    signals.install(
        () -> {
          feed.lookNow();
          core.engine().passNow();
        });

    link.onChange(local::changed);
    link.start();
    core.engine().start();
    intake.start();
    core.book().open(core.time().now().wall());
    local.start();
    status.start();
    heartbeat.start();
    feed.start();
    Watchdog watchdog = startWatchdog(core);
    link.awaitFirstAttempt(WAIT_FOR_MESH);
    systemd.ready(LocalCopy.summary(core.book().snapshot()));
    signals.awaitStop();

    log.info("stopping");
    systemd.stopping();
    watchdog.close();
    feed.close();
    intake.close();
    core.engine().close();
    core.fileEvents().close();
    core.book().stopped(core.time().now().wall());
    heartbeat.close();
    status.close();
    local.close();
    link.close();
  }

  private Watchdog startWatchdog(Wiring.Core core) {
    Watchdog watchdog =
        new Watchdog(systemd, core.engine(), systemd.watchdogPeriod().orElse(Duration.ofDays(1)));
    if (systemd.watchdogPeriod().isPresent()) {
      watchdog.start();
    }
    return watchdog;
  }
}
