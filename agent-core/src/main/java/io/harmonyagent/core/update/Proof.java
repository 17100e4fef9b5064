package io.harmonyagent.core.update;

import io.harmonyagent.core.time.Moment;
import java.time.Duration;

/**
 * Judges whether a build that is tried works. The mesh is the proof: a build that reaches it can
 * always be replaced by another one over it. A device that has no network must be able to run a
 * build too, since it may have lost the network just now; but that is believed only when nobody
 * listens at the mesh's addresses, and only until somebody does: a build that cannot speak to a
 * mesh that is there is lost.
 */
public final class Proof {
  /** What can be said by now. */
  public enum Verdict {
    WORKS,
    /** As far as can be said without a mesh. */
    WORKS_OFFLINE,
    NOT_YET,
    DOES_NOT_WORK
  }

  private static final int PARTS = 10;
  private static final int OFFLINE_COUNTS_AFTER = 6;
  private static final int OVER_AFTER = 9;

  private final SignsOfLife signs;
  private final Duration limit;
  private final Moment begun;
  private long lastAsked;

  /** The launcher ends this process after {@code limit}; the verdict comes a little before. */
  public Proof(SignsOfLife signs, Duration limit, Moment begun) {
    this.signs = signs;
    this.limit = limit;
    this.begun = begun;
  }

  public Verdict at(Moment now) throws InterruptedException {
    if (signs.heardFromTheMesh()) {
      return Verdict.WORKS;
    }
    long parts = now.since(begun).multipliedBy(PARTS).dividedBy(limit);
    // To find out who listens takes a while, so it is done once in each part of the time.
    if (parts >= OFFLINE_COUNTS_AFTER && parts > lastAsked) {
      lastAsked = parts;
      if (signs.hasWorkedThroughTheManifest() && !signs.somebodyListens()) {
        return Verdict.WORKS_OFFLINE;
      }
    }
    return parts < OVER_AFTER ? Verdict.NOT_YET : Verdict.DOES_NOT_WORK;
  }
}
