package io.harmonyagent.core.reconcile;

/**
 * One try at a piece of work. When it outlives its deadline it is abandoned: from then on it must
 * not change the device, because a newer try may have.
 */
public final class Attempt {
  private volatile boolean abandoned;

  public void abandon() {
    abandoned = true;
  }

  /** To be called right before each step that changes the device. */
  public void checkpoint() throws ReconcileFailure {
    if (abandoned) {
      throw new ReconcileFailure("Abandoned", "came too late; a newer try has taken over");
    }
  }
}
