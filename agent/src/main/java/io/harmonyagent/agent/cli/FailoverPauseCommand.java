package io.harmonyagent.agent.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code failover pause}. */
@Command(
    name = "pause",
    description = "Stops every automatic transition but self-fencing.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  harmonyctl failover pause shop"})
final class FailoverPauseCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;
  @Mixin private ClusterOption cluster;
  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    return ConfigChange.ofKnown(
        mesh, cluster.name(), output, before -> before.withPaused(true), () -> true);
  }
}
