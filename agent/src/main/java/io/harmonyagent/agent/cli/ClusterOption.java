package io.harmonyagent.agent.cli;

import io.harmonyagent.failover.lease.ClusterName;
import picocli.CommandLine.Parameters;

/** Which failover cluster. */
final class ClusterOption {
  @Parameters(index = "0", paramLabel = "CLUSTER", description = "The failover cluster.")
  private String cluster;

  ClusterName name() throws UserError {
    return of(cluster);
  }

  static ClusterName of(String text) throws UserError {
    try {
      return new ClusterName(text);
    } catch (IllegalArgumentException e) {
      throw UserError.badInput(String.valueOf(e.getMessage()));
    }
  }
}
