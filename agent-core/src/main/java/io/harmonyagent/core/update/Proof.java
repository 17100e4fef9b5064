package io.harmonyagent.core.update;

import io.harmonyagent.core.time.Moment;
import java.time.Duration;

/**
 * Judges whether a build that is tried works. The mesh is the proof: a build that reaches it can
 * always be replaced by another one over it. It has to be so after a while too, with the manifest
 * at work: what falls over at its first pass was heard by the mesh before. A device that has no
 * network must be able to run a build too, since it may have lost the network just now; but that is
 * believed only when nobody listens at the mesh's addresses, and only until somebody does: a build
 * that cannot speak to a mesh that is there is lost.
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
  private static final int SOAK_PARTS = 3;
  private static final int OFFLINE_COUNTS_AFTER = 6;
  private static final int OVER_AFTER = 9;
  private static final Duration LONGEST_SOAK = Duration.ofSeconds(30);

  private final SignsOfLife signs;
  private final Duration limit;
  private final Duration soak;
  private final Moment begun;
  private long lastAsked;

  /** The launcher ends this process after {@code limit}; the verdict comes a little before. */
  public Proof(SignsOfLife signs, Duration limit, Moment begun) {
    this.signs = signs;
    this.limit = limit;
    Duration part = limit.multipliedBy(SOAK_PARTS).dividedBy(PARTS);
    this.soak = part.compareTo(LONGEST_SOAK) < 0 ? part : LONGEST_SOAK;
    this.begun = begun;
  }

  public Verdict at(Moment now) throws InterruptedException {
    Duration age = now.since(begun);
    boolean isAlive = signs.engineAnswers();
    if (age.compareTo(soak) >= 0
        && isAlive
        && signs.heardFromTheMesh()
        && signs.isHeardByTheMesh()
        && signs.hasTakenUpTheManifest()) {
      return Verdict.WORKS;
    }
    long parts = age.multipliedBy(PARTS).dividedBy(limit);
    if (parts >= OFFLINE_COUNTS_AFTER
        && parts > lastAsked
        && isAlive
        && signs.hasWorkedThroughTheManifest()) {
      // To find out who listens takes a while, so it is done once in each part of the time.
      lastAsked = parts;
      if (!signs.somebodyListens()) {
        return Verdict.WORKS_OFFLINE;
      }
    }
    return parts < OVER_AFTER ? Verdict.NOT_YET : Verdict.DOES_NOT_WORK;
  }
}
