package io.harmonyagent.core.reconcile;

/**
 * One try at a piece of work. When it outlives its deadline, or what it is for is no longer wanted,
 * it is abandoned: from then on it must not change the device, because a newer try may have.
 */
public final class Attempt {
  /** Where a reconciler's memo of a thing goes. */
  interface Memory {
    void keep(String memo) throws ReconcileFailure;
  }

  private volatile boolean abandoned;
  private volatile boolean restarted;
  private volatile Memory memory = _ -> {};

  public void abandon() {
    abandoned = true;
  }

  boolean isAbandoned() {
    return abandoned;
  }

  /** To be called right before each step that changes the device. */
  public void checkpoint() throws ReconcileFailure {
    if (abandoned) {
      throw new ReconcileFailure("Abandoned", "came too late; a newer try has taken over");
    }
  }

  /**
   * Keeps a note about the thing that is being worked on, on disk before this returns. It is handed
   * back with {@link Target#memo} and when the thing is to be deleted.
   */
  public void remember(String memo) throws ReconcileFailure {
    checkpoint();
    memory.keep(memo);
  }

  /**
   * The thing was just started anew, or will be without a further word: what it is to be restarted
   * for is done with, whatever becomes of this attempt.
   */
  public void restarted() {
    restarted = true;
  }

  public boolean hasRestarted() {
    return restarted;
  }

  void remembersIn(Memory where) {
    memory = where;
  }
}
