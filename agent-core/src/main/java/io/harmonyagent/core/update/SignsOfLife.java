package io.harmonyagent.core.update;

/** What a build that is tried can show for itself. */
public interface SignsOfLife {
  /**
   * Whether the mesh was asked, by this process, what this device should be, and answered; and
   * whether what it should be was understood.
   */
  boolean heardFromTheMesh();

  /**
   * Whether somebody listens where the mesh should be, whether or not we get along with them. Not
   * on the word of this build alone: one that is deaf would not know.
   */
  boolean somebodyListens() throws InterruptedException;

  /** Whether the engine answers, and has decided upon every resource of the manifest. */
  boolean hasWorkedThroughTheManifest();
}
