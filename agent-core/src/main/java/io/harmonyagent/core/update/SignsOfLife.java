package io.harmonyagent.core.update;

/** What a build that is tried can show for itself. */
public interface SignsOfLife {
  /**
   * Whether the line to the mesh is up, and the mesh was asked, by this process, what this device
   * should be, and answered; and whether what it should be was understood.
   */
  boolean heardFromTheMesh();

  /** Whether the mesh took what this process has to say of the device. */
  boolean isHeardByTheMesh();

  /**
   * Whether somebody listens where the mesh should be, whether or not we get along with them. Not
   * on the word of this build alone: one that is deaf would not know.
   */
  boolean somebodyListens() throws InterruptedException;

  /** Whether the engine has answered since it was last asked this, which is to be often. */
  boolean engineAnswers();

  /** Whether every resource of the manifest was begun with; some take long, like large images. */
  boolean hasTakenUpTheManifest();

  /** Whether the engine has decided upon every resource of the manifest. */
  boolean hasWorkedThroughTheManifest();
}
