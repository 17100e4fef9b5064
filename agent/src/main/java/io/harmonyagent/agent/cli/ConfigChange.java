package io.harmonyagent.agent.cli;

import io.harmonyagent.core.mesh.CasOutcome;
import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.lease.ClusterName;
import io.harmonyagent.failover.lease.ClusterRecords;
import io.harmonyagent.failover.topology.ConfigReview;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/** A change of a cluster's config: shown first, refused if it is unsafe, then written once. */
final class ConfigChange {
  private final ClusterRecords records;
  private final ClusterName cluster;
  private final PrintWriter out;

  ConfigChange(ClusterRecords records, ClusterName cluster, PrintWriter out) {
    this.records = records;
    this.cluster = cluster;
    this.out = out;
  }

  /** Makes one config of another. */
  @FunctionalInterface
  interface Edit {
    ClusterConfig of(Optional<ClusterConfig> before) throws Exception;
  }

  /** Makes one config of another that is there. */
  @FunctionalInterface
  interface KnownEdit {
    ClusterConfig of(ClusterConfig before) throws Exception;
  }

  /** Whether the person at the keyboard wants it. */
  @FunctionalInterface
  interface Consent {
    boolean given() throws UserError;
  }

  /** A change of a cluster that is there. */
  static int ofKnown(
      MeshAccess mesh, ClusterName cluster, Output output, KnownEdit edit, Consent consent)
      throws Exception {
    ReviewView view =
        mesh.use(
            connection ->
                new ConfigChange(new ClusterRecords(connection), cluster, output.talk())
                    .make(before -> edit.of(mustBeThere(cluster, before)), consent));
    output.printForPrograms(view);
    return ExitCode.OK;
  }

  /** Returns what it came to. */
  ReviewView make(Edit edit, Consent consent) throws Exception {
    ClusterRecords.Versioned before = records.config(cluster);
    ConfigReview review = new ConfigReview(before.config(), edit.of(before.config()));
    List<String> differences = review.differences();
    if (differences.isEmpty()) {
      out.println(cluster + ": the config is as it should be");
      out.flush();
      return new ReviewView(review, false);
    }
    differences.forEach(out::println);
    out.println(review.inequality());
    out.flush();
    refuseUnsafe(review);
    if (!consent.given()) {
      throw UserError.failed("nothing was written");
    }
    write(review.after(), before.revision());
    out.println(cluster + ": the config is written; the sites take it within a heartbeat");
    out.flush();
    return new ReviewView(review, true);
  }

  static void refuseUnsafe(ConfigReview review) throws UserError {
    if (!review.problems().isEmpty()) {
      throw UserError.badInput(
          "this config is not safe, nothing was written:\n  "
              + String.join("\n  ", review.problems()));
    }
  }

  private void write(ClusterConfig config, long revision) throws Exception {
    switch (records.writeConfig(cluster, config, revision)) {
      case CasOutcome.Acked _ -> {}
      case CasOutcome.Lost _ ->
          throw UserError.failed(
              "somebody else changed the config of " + cluster + " just now; look, then try again");
      case CasOutcome.InFlight _ ->
          throw UserError.failed("the mesh is still busy with another write; try again");
      case CasOutcome.Unknown(String why) ->
          throw UserError.mayHaveBeenDone(
              "the mesh gave no answer (" + why + "); look before you try again");
    }
  }

  static ClusterConfig mustBeThere(ClusterName cluster, Optional<ClusterConfig> config)
      throws UserError {
    return config.orElseThrow(
        () ->
            UserError.failed(
                "there is no cluster "
                    + cluster
                    + "; 'harmonyctl apply' of a MultisitePostgres makes one"));
  }
}
