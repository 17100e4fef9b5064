package io.harmonyagent.core.mesh;

/** The mesh did not answer, or refused. Try again later; what was decided before still holds. */
public final class MeshUnavailable extends Exception {
  private static final long serialVersionUID = 1L;

  public MeshUnavailable(String message) {
    super(message);
  }
}
