package io.harmonyagent.agent.cli;

import io.harmonyagent.core.mesh.Buckets;
import io.harmonyagent.core.mesh.Keys;
import io.harmonyagent.failover.lease.FailoverBucket;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code init}: what a new mesh needs before the first agent. */
@Command(
    name = "init",
    description = "Creates the buckets that the agents live by, where they are not there.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  harmonyctl init -s nats://127.0.0.1:4222 --replicas 3"})
final class InitCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;

  @Option(
      names = "--replicas",
      description = "On how many servers the buckets are kept: 1, 3 or 5.",
      defaultValue = "1")
  private int replicas;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    return mesh.use(
        connection -> {
          tell(Keys.AGENTS_BUCKET, Buckets.createAgents(connection, replicas));
          tell(Keys.ARTIFACTS_BUCKET, Buckets.createArtifacts(connection, replicas));
          boolean created = FailoverBucket.create(connection, replicas);
          tell(FailoverBucket.NAME, created);
          return created || isSafe(FailoverBucket.verify(connection, replicas))
              ? ExitCode.OK
              : ExitCode.FAILED;
        });
  }

  /** A bucket that somebody else has made must be what the failover rests on. */
  private boolean isSafe(List<FailoverBucket.Finding> findings) {
    boolean safe = true;
    for (FailoverBucket.Finding finding : findings) {
      spec.commandLine().getOut().println("  " + FailoverBucket.NAME + ": " + finding.sentence());
      safe &= finding instanceof FailoverBucket.Finding.Risky;
    }
    return safe;
  }

  private void tell(String bucket, boolean created) {
    spec.commandLine()
        .getOut()
        .println("bucket " + bucket + (created ? " created" : " is there already"));
  }
}
