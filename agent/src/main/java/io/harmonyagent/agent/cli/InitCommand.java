package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.mesh.Buckets;
import io.harmonyagent.core.mesh.Keys;
import io.harmonyagent.failover.lease.FailoverBucket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code init}: what a new mesh needs before the first agent. */
@Command(
    name = "init",
    description = "Creates the buckets that the agents live by, where they are not there.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  harmonyctl init -s nats://127.0.0.1:4222 --replicas 3"})
final class InitCommand implements Callable<Integer> {
  private static final List<Integer> REPLICAS = List.of(1, 3, 5);

  @Mixin private MeshAccess mesh;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      description = "On how many servers the buckets are kept: 1, 3 or 5.",
      defaultValue = "1")
  private int replicas;

  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    if (!REPLICAS.contains(replicas)) {
      throw UserError.badInput("--replicas must be 1, 3 or 5, is " + replicas);
    }
    BucketsView view =
        mesh.use(
            connection -> {
              SequencedMap<String, Boolean> created = new LinkedHashMap<>();
              created.put(Keys.AGENTS_BUCKET, Buckets.createAgents(connection, replicas));
              created.put(Keys.ARTIFACTS_BUCKET, Buckets.createArtifacts(connection, replicas));
              boolean failover = FailoverBucket.create(connection, replicas);
              created.put(FailoverBucket.NAME, failover);
              return new BucketsView(
                  created, failover ? List.of() : FailoverBucket.verify(connection, replicas));
            });
    output.print(view);
    return view.isSafe() ? ExitCode.OK : ExitCode.FAILED;
  }

  /**
   * Which buckets there are, and whether they are new.
   *
   * @param findings about a bucket for failover that somebody else has made
   */
  private record BucketsView(
      SequencedMap<String, Boolean> created, List<FailoverBucket.Finding> findings)
      implements View {

    boolean isSafe() {
      return findings.stream().allMatch(FailoverBucket.Finding.Risky.class::isInstance);
    }

    @Override
    public String table(boolean wide) {
      Stream<String> buckets =
          created.entrySet().stream()
              .map(
                  bucket ->
                      "bucket "
                          + bucket.getKey()
                          + (bucket.getValue() ? " created" : " is there already"));
      return Stream.concat(
              buckets,
              findings.stream()
                  .map(finding -> "  " + FailoverBucket.NAME + ": " + finding.sentence()))
          .collect(Collectors.joining("\n"));
    }

    @Override
    public Node node() {
      return new JsonObject()
          .putNodes(
              "buckets",
              created.entrySet().stream()
                  .map(
                      bucket ->
                          new JsonObject()
                              .put("bucket", bucket.getKey())
                              .put("created", bucket.getValue())
                              .node())
                  .toList())
          .putTexts("findings", findings.stream().map(FailoverBucket.Finding::sentence).toList())
          .node();
    }

    @Override
    public List<String> names() {
      return List.copyOf(created.keySet());
    }
  }
}
