package io.harmonyagent.core.mesh;

/**
 * Which revision of a key is the newest that was seen. A look may be answered by a replica that is
 * behind, so a lower one says nothing by itself; only when look after look finds one has the bucket
 * been made anew, and its revisions begin again.
 */
final class Revisions {
  /** So many looks in a row have to find a lower one. */
  static final int LOOKS_TO_BELIEVE = 3;

  /** What a look has found. */
  enum Found {
    NEWEST,
    /** And nobody had told: whoever was to tell has missed it. */
    MISSED,
    /** To be looked at again before long. */
    BEHIND,
    /** What was seen before does not count any longer. */
    MADE_ANEW
  }

  private long newest;
  private int lower;

  synchronized Found looked(long revision) {
    if (revision > newest) {
      newest = revision;
      lower = 0;
      return Found.MISSED;
    }
    if (revision == newest) {
      lower = 0;
      return Found.NEWEST;
    }
    if (++lower < LOOKS_TO_BELIEVE) {
      return Found.BEHIND;
    }
    newest = revision;
    lower = 0;
    return Found.MADE_ANEW;
  }

  /** A watch told of it. */
  synchronized void told(long revision) {
    newest = Math.max(newest, revision);
  }
}
