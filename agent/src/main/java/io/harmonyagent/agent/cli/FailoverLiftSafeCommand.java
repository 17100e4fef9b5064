package io.harmonyagent.agent.cli;

import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.lease.ClusterName;
import io.harmonyagent.failover.site.SiteShell;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code failover lift-safe}: a person accepts a mesh that has lost records. */
@Command(
    name = "lift-safe",
    description = "Lets a site in SAFE trust the mesh again, as it stands.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "A site goes to SAFE when the mesh has lost records that it had seen. Look at both sites'",
      "data before you lift it: the mesh no longer knows who had the last commit.",
      "",
      "Example:",
      "  harmonyctl failover lift-safe shop --site site-b --yes"
    })
final class FailoverLiftSafeCommand implements Callable<Integer> {
  @Mixin private MeshAccess mesh;
  @Mixin private ClusterOption cluster;

  @Option(names = "--site", paramLabel = "SITE", description = "Which site.", required = true)
  private String site;

  @Option(
      names = {"-y", "--yes"},
      description = "Says that you have looked.")
  private boolean yes;

  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    SiteId asked = SiteAsking.site(site);
    if (!yes) {
      throw UserError.badInput(
          "the site would trust a mesh that has lost records; say --yes if you have looked at both");
    }
    ClusterName name = cluster.name();
    return mesh.use(
        connection ->
            new SiteAsking(connection, name, output).ask(asked, SiteShell.Request.LIFT_SAFE));
  }
}
