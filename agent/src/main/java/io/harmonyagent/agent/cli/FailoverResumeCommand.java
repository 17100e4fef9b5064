package io.harmonyagent.agent.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code failover resume}. */
@Command(
    name = "resume",
    description = "Lets a paused cluster decide by itself again.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  harmonyctl failover resume shop"})
final class FailoverResumeCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;
  @Mixin private ClusterOption cluster;
  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    return ConfigChange.ofKnown(
        mesh, cluster.name(), output, before -> before.withPaused(false), () -> true);
  }
}
