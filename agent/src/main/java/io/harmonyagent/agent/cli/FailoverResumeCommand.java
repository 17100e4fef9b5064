package io.harmonyagent.agent.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code failover resume}. */
@Command(
    name = "resume",
    description = "Lets a paused cluster decide by itself again.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  harmonyctl failover resume shop"})
final class FailoverResumeCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;
  @Mixin private ClusterOption cluster;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    return ConfigChange.setPaused(mesh, cluster.name(), spec.commandLine().getOut(), false);
  }
}
