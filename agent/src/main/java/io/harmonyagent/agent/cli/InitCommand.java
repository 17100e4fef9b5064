package io.harmonyagent.agent.cli;

import io.harmonyagent.core.mesh.Buckets;
import io.harmonyagent.core.mesh.Keys;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code init}: what a new mesh needs before the first agent. */
@Command(
    name = "init",
    description = "Creates the bucket that the agents live by, if it is not there.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  harmonyctl init -s nats://127.0.0.1:4222 --replicas 3"})
final class InitCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;

  @Option(
      names = "--replicas",
      description = "On how many servers the bucket is kept: 1, 3 or 5.",
      defaultValue = "1")
  private int replicas;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    boolean created = mesh.use(connection -> Buckets.createAgents(connection, replicas));
    spec.commandLine()
        .getOut()
        .println("bucket " + Keys.AGENTS_BUCKET + (created ? " created" : " is there already"));
    return ExitCode.OK;
  }
}
