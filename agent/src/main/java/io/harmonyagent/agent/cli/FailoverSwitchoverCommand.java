package io.harmonyagent.agent.cli;

import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.lease.ClusterName;
import io.harmonyagent.failover.site.SiteShell;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code failover switchover}: the leader hands over, and nothing is lost. */
@Command(
    name = "switchover",
    description = "Lets the other site lead; nothing that was written is lost.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "The leader stops its PostgreSQL cleanly and gives the lease away; the other site takes it",
      "once it has everything. Refused while the other site does not stream.",
      "",
      "Example:",
      "  harmonyctl failover switchover shop"
    })
final class FailoverSwitchoverCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;
  @Mixin private ClusterOption cluster;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "How long to wait until the other site leads: " + Timeout.FORM,
      defaultValue = "60s")
  private String timeout;

  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    ClusterName name = cluster.name();
    Duration atMost = Timeout.of(timeout);
    return mesh.use(
        connection -> {
          SiteAsking asking = new SiteAsking(connection, name, output);
          SiteId leader =
              asking
                  .leader()
                  .orElseThrow(() -> UserError.failed("no site leads, so none can hand over"));
          return asking.askForLeader(
              leader, SiteShell.Request.SWITCHOVER, asking.peerOf(leader), atMost);
        });
  }
}
