package io.harmonyagent.core.update;

import io.harmonyagent.core.manifest.AgentRelease;
import io.harmonyagent.core.status.FailedBuild;
import java.util.Optional;

/** What to do about the build that the manifest wants. Whether it is signed is another question. */
public sealed interface UpdateChoice {
  /** Whatever runs goes on. */
  record Nothing() implements UpdateChoice {}

  /** It runs already. */
  record Runs(AgentRelease release) implements UpdateChoice {}

  /** It must not run here. */
  record Refuse(AgentRelease release, String reason, String message) implements UpdateChoice {}

  /** It is to be brought here and tried. */
  record Take(AgentRelease release) implements UpdateChoice {}

  /**
   * Chooses from what is remembered and what runs.
   *
   * @param running the image that this process runs from; absent: the package's own build
   * @param version of this process
   */
  static UpdateChoice of(
      Optional<AgentRelease> wanted, UpdateState state, Optional<String> running, String version) {
    if (wanted.isEmpty()) {
      return new Nothing();
    }
    AgentRelease release = wanted.get();
    if (running.equals(Optional.of(release.sha256()))) {
      return new Runs(release);
    }
    Optional<FailedBuild> failure = state.failure(release.sha256());
    if (failure.isPresent()) {
      return new Refuse(release, failure.get().reason(), failure.get().message());
    }
    if (state.current().filter(b -> b.sha256().equals(release.sha256())).isPresent()) {
      return new Refuse(
          release,
          "DoesNotStart",
          "it is in force but did not start, so version "
              + version
              + " runs; it is tried again after the next boot");
    }
    if (!release.downgrade() && Versions.isOlder(release.version(), version)) {
      return new Refuse(
          release,
          "Downgrade",
          "version "
              + release.version()
              + " is older than the running "
              + version
              + "; set \"downgrade\": true if that is meant");
    }
    return new Take(release);
  }
}
