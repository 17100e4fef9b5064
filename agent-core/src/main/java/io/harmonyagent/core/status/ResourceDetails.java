package io.harmonyagent.core.status;

import java.util.Optional;

/** What was observed of a resource that is in place. One type for each kind. */
public sealed interface ResourceDetails {
  /**
   * A file: where it is and what it holds.
   *
   * <p>Equality is written out, as in {@link io.harmonyagent.core.manifest.ResourceId}.
   */
  record FileDetails(String path, String sha256, long size) implements ResourceDetails {
    @Override
    public boolean equals(Object other) {
      return this == other
          || (other instanceof FileDetails that
              && size == that.size
              && sha256.equals(that.sha256)
              && path.equals(that.path));
    }

    @Override
    public int hashCode() {
      return 31 * path.hashCode() + sha256.hashCode();
    }
  }

  /**
   * A unit of the service manager, in the service manager's own words.
   *
   * <p>Equality is written out, as in {@link io.harmonyagent.core.manifest.ResourceId}.
   *
   * @param unitFileState empty for a unit without a file
   * @param restarts how often it was restarted by itself since it was last started by somebody
   * @param mainPid of a service that runs
   */
  record UnitDetails(
      String activeState,
      String subState,
      String unitFileState,
      long restarts,
      Optional<Long> mainPid)
      implements ResourceDetails {
    @Override
    public boolean equals(Object other) {
      return this == other
          || (other instanceof UnitDetails that
              && restarts == that.restarts
              && mainPid.equals(that.mainPid)
              && activeState.equals(that.activeState)
              && subState.equals(that.subState)
              && unitFileState.equals(that.unitFileState));
    }

    @Override
    public int hashCode() {
      return 31 * mainPid.hashCode() + subState.hashCode();
    }
  }

  /**
   * A container: which one, from what, and how it is.
   *
   * <p>Equality is written out, as in {@link io.harmonyagent.core.manifest.ResourceId}.
   *
   * @param imageDigest of the manifest that its image was pulled by; empty where there is none
   * @param restarts how often the agent started it again after it had ended
   * @param health what its health check says, or that there is none
   */
  record ContainerDetails(String containerId, String imageDigest, long restarts, String health)
      implements ResourceDetails {
    @Override
    public boolean equals(Object other) {
      return this == other
          || (other instanceof ContainerDetails that
              && restarts == that.restarts
              && containerId.equals(that.containerId)
              && health.equals(that.health)
              && imageDigest.equals(that.imageDigest));
    }

    @Override
    public int hashCode() {
      return 31 * containerId.hashCode() + health.hashCode();
    }
  }

  /**
   * A site of a PostgreSQL cluster, as it sees itself and the other.
   *
   * @param role what it is, in the words of the failover core
   * @param epoch the newest that it has seen
   * @param leader the site that may accept writes, as far as this one knows
   * @param lagBytes in whole log segments, so that it is no news while it is small: a standby's
   *     behind the leader, or the other site's behind this leader
   * @param fenced it was observed that PostgreSQL accepts no writes
   * @param lastTransition the newest in a few words
   */
  record SiteDetails(
      String cluster,
      String site,
      String role,
      long epoch,
      Optional<String> leader,
      Optional<Long> lagBytes,
      boolean fenced,
      Optional<String> lastTransition)
      implements ResourceDetails {}
}
