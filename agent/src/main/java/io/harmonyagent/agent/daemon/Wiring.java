package io.harmonyagent.agent.daemon;

import io.harmonyagent.agent.posix.DatagramSender;
import io.harmonyagent.core.config.AgentConfig;
import io.harmonyagent.core.plan.Planner;
import io.micronaut.context.BeanContext;
import io.micronaut.context.exceptions.BeanInstantiationException;
import java.io.IOException;
import java.util.Map;

/**
 * Puts the agent together: compile-time beans in a bare context, without the environment and
 * configuration machinery around it (adr/0003).
 */
public final class Wiring {
  private Wiring() {}

  /** The agent as a service of the mesh. */
  public static Daemon daemon(AgentConfig config, Layout layout, Map<String, String> environment)
      throws IOException {
    return wire(Daemon.class, config, layout, environment);
  }

  /** The agent that works from a manifest on disk. */
  public static StaticRun staticRun(
      AgentConfig config, Layout layout, Map<String, String> environment) throws IOException {
    return wire(StaticRun.class, config, layout, environment);
  }

  /** What says beforehand what the agent would do. */
  public static Planner planner(AgentConfig config, Layout layout, Map<String, String> environment)
      throws IOException {
    return wire(Planner.class, config, layout, environment);
  }

  private static <T> T wire(
      Class<T> root, AgentConfig config, Layout layout, Map<String, String> environment)
      throws IOException {
    BeanContext context = BeanContext.build();
    context.registerSingleton(config);
    context.registerSingleton(layout);
    context.registerSingleton(new ServiceManager(DatagramSender.forThisProcess(), environment));
    context.start();
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
