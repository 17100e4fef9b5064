package io.harmonyagent.agent.daemon;

import io.harmonyagent.agent.Version;
import io.harmonyagent.agent.posix.DatagramSender;
import io.harmonyagent.agent.update.Launcher;
import io.harmonyagent.agent.update.Updater;
import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.config.ConfigFiles;
import io.harmonyagent.core.mesh.MeshLink;
import io.harmonyagent.core.plan.Planner;
import io.micronaut.context.BeanContext;
import io.micronaut.context.exceptions.BeanInstantiationException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/**
 * Puts the agent together: compile-time beans in a bare context, without the environment and
 * configuration machinery around it (adr/0003).
 */
public final class Wiring {
  private static final Duration WAIT_FOR_MESH = Duration.ofSeconds(5);

  private Wiring() {}

  /** The agent as a service of the mesh. */
  public static Daemon daemon(ConfigInUse config, Layout layout, Map<String, String> environment)
      throws IOException {
    return get(Daemon.class, context(config, layout, environment));
  }

  /** The agent that works from a manifest on disk. */
  public static StaticRun staticRun(
      AgentConfig config, Layout layout, Map<String, String> environment) throws IOException {
    return wire(StaticRun.class, config, layout, environment);
  }

  /** The same as a service. */
  public static StaticRun staticRun(
      ConfigInUse config, Layout layout, Map<String, String> environment) throws IOException {
    return get(StaticRun.class, context(config, layout, environment));
  }

  /** What says beforehand what the agent would do. */
  public static Planner planner(AgentConfig config, Layout layout, Map<String, String> environment)
      throws IOException {
    return wire(Planner.class, config, layout, environment);
  }

  /** The same, once the mesh is reached (or not) to be asked for artifacts too. */
  public static Planner plannerOnMesh(
      AgentConfig config, Layout layout, Map<String, String> environment)
      throws IOException, InterruptedException {
    BeanContext context = context(ConfigInUse.of(config), layout, environment);
    MeshLink link = get(MeshLink.class, context);
    link.start();
    link.awaitFirstAttempt(WAIT_FOR_MESH);
    return get(Planner.class, context);
  }

  private static <T> T wire(
      Class<T> root, AgentConfig config, Layout layout, Map<String, String> environment)
      throws IOException {
    return get(root, context(ConfigInUse.of(config), layout, environment));
  }

  private static BeanContext context(
      ConfigInUse config, Layout layout, Map<String, String> environment) {
    BeanContext context = BeanContext.build();
    context.registerSingleton(config);
    context.registerSingleton(config.config());
    context.registerSingleton(new ConfigFiles(layout.configuration(), environment));
    context.registerSingleton(layout);
    ServiceManager systemd = new ServiceManager(DatagramSender.forThisProcess(), environment);
    context.registerSingleton(systemd);
    context.registerSingleton(
        new Updater.Self(Version.TEXT, Launcher.runningImage(environment), systemd.isThere()));
    return context.start();
  }

  private static <T> T get(Class<T> root, BeanContext context) throws IOException {
    try {
      return context.getBean(root);
    } catch (BeanInstantiationException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
