package io.harmonyagent.agent.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code failover pause}. */
@Command(
    name = "pause",
    description = "Stops every automatic transition but self-fencing.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  harmonyctl failover pause shop"})
final class FailoverPauseCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;
  @Mixin private ClusterOption cluster;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    return ConfigChange.setPaused(mesh, cluster.name(), spec.commandLine().getOut(), true);
  }
}
