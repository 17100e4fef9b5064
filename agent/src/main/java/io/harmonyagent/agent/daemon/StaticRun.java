package io.harmonyagent.agent.daemon;

import io.harmonyagent.agent.posix.DatagramSender;
import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.runtime.DeviceFacts;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Condition;
import io.harmonyagent.core.status.ResourceState;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent without a mesh: the manifest is a file on the device, and that file is the authority.
 */
public final class StaticRun {
  private static final Logger log = LoggerFactory.getLogger(StaticRun.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

  private final AgentConfig config;
  private final Layout layout;
  private final ServiceManager systemd;

  public StaticRun(AgentConfig config, Layout layout, Map<String, String> environment) {
    this.config = config;
    this.layout = layout;
    this.systemd = new ServiceManager(DatagramSender.forThisProcess(), environment);
  }

  /** Works on everything once and returns what came of it. */
  public AgentStatus once(AgentManifest manifest) throws IOException, InterruptedException {
    Wiring.Core core = core();
    CountDownLatch done = new CountDownLatch(1);
    core.book()
        .onChange(
            () -> {
              if (isDecided(core.book().snapshot())) {
                done.countDown();
              }
            });
    core.engine().start();
    core.engine().accept(manifest);
    done.await();
    AgentStatus status = core.book().snapshot();
    core.engine().close();
    core.fileEvents().close();
    return status;
  }

  /** Keeps the device as the manifest says until a signal says stop; a changed file is taken up. */
  public void keep(Callable<AgentManifest> source) throws IOException, InterruptedException {
    Wiring.Core core = core();
    CountDownLatch stop = new CountDownLatch(1);
    Signals signals = new Signals();
    signals.install(core.engine()::passNow);
    Thread.ofPlatform()
        .daemon()
        .name("signals")
        .start(
            () -> {
              try {
                signals.awaitStop();
                stop.countDown();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    try (LocalCopy local =
        new LocalCopy(core.book(), () -> false, systemd, core.time(), layout.runtime())) {
      core.engine().start();
      local.start();
      AgentManifest inForce = new AgentManifest(0, false, List.of(), 0);
      boolean ready = false;
      do {
        AgentManifest wanted = read(source, inForce);
        if (!ready || !wanted.equals(inForce)) {
          core.engine().accept(wanted);
          inForce = wanted;
        }
        if (!ready) {
          systemd.ready("works from a manifest on disk");
          ready = true;
        }
      } while (!stop.await(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS));
      systemd.stopping();
      core.engine().close();
      core.fileEvents().close();
      core.book().stopped(core.time().now().wall());
    }
  }

  private Wiring.Core core() throws IOException {
    DeviceFacts facts = Identity.of(config, layout);
    return Wiring.core(config, layout, facts);
  }

  private static AgentManifest read(Callable<AgentManifest> source, AgentManifest inForce) {
    try {
      return source.call();
    } catch (Exception e) {
      log.warn("the manifest cannot be used, the one before stays in force: {}", e.getMessage());
      return inForce;
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
