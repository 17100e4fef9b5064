package io.harmonyagent.reconcilers.container.podman;

import java.io.IOException;

/** Why podman did not do what it was asked. */
public sealed class PodmanException extends IOException {
  private static final long serialVersionUID = 1L;

  PodmanException(String message) {
    super(message);
  }

  /** It cannot be reached at all; nothing was asked. */
  public static final class Unreachable extends PodmanException {
    private static final long serialVersionUID = 1L;

    Unreachable(String message) {
      super(message);
    }
  }

  /** The connection broke, or what came is no answer: whether it was done nobody knows. */
  public static final class Broken extends PodmanException {
    private static final long serialVersionUID = 1L;

    Broken(String message) {
      super(message);
    }
  }

  /** No answer in time: whether it was done, or still will be, nobody knows. */
  public static final class TimedOut extends PodmanException {
    private static final long serialVersionUID = 1L;

    TimedOut(String message) {
      super(message);
    }
  }

  /** The caller's thread was interrupted: its work has been called off. */
  public static final class Interrupted extends PodmanException {
    private static final long serialVersionUID = 1L;

    Interrupted() {
      super("called off");
    }
  }

  /** It said no. */
  public static final class Refused extends PodmanException {
    private static final long serialVersionUID = 1L;

    private final int status;

    Refused(int status, String message) {
      super(message);
      this.status = status;
    }

    /** The HTTP status, or 0 where the refusal came inside of a stream. */
    public int status() {
      return status;
    }

    public boolean isNotFound() {
      return status == 404;
    }

    /** There is no code for it: the words are all that tells. */
    boolean isPaused() {
      return String.valueOf(getMessage()).contains("paused");
    }

    /**
     * Asked for the beginning of several ids podman says 500; what is named so is not among them.
     */
    boolean isAmbiguous() {
      return String.valueOf(getMessage()).contains("more than one");
    }

    /** podman 4 says 500 for a name in use, podman 5 says 409; the words are the same. */
    public boolean isNameInUse() {
      return String.valueOf(getMessage()).contains("already in use");
    }
  }
}
