package io.harmonyagent.agent.cli;

import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.lease.ClusterName;
import io.harmonyagent.failover.site.SiteShell;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code failover failover}: a site leads, with what it has. */
@Command(
    name = "failover",
    description = "Makes a site lead although the leader is gone and data may be lost by it.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "The clocks and the mesh still decide when: never while the old leader may accept writes.",
      "What the site has not received is lost. To move a leader that is well, use switchover.",
      "",
      "Example:",
      "  harmonyctl failover failover shop --to site-b --yes"
    })
final class FailoverForceCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;
  @Mixin private ClusterOption cluster;

  @Option(names = "--to", paramLabel = "SITE", description = "Who is to lead.", required = true)
  private String site;

  @Option(
      names = {"-y", "--yes"},
      description = "Says that what this site has not received may be lost.")
  private boolean yes;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "How long to wait until it leads: " + Timeout.FORM,
      defaultValue = "2m")
  private String timeout;

  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    SiteId wanted = SiteAsking.site(site);
    if (!yes) {
      throw UserError.badInput(
          "what " + site + " has not received would be lost; say --yes if that is meant");
    }
    ClusterName name = cluster.name();
    Duration atMost = Timeout.of(timeout);
    return mesh.use(
        connection ->
            new SiteAsking(connection, name, output)
                .askForLeader(wanted, SiteShell.Request.FORCE_FAILOVER, wanted, atMost));
  }
}
