package io.harmonyagent.agent.update;

/** Something that keeps a build from being tried. */
final class Setback extends Exception {
  private static final long serialVersionUID = 1L;

  /** What is to be done about it. */
  enum Kind {
    /** Something outside is missing: try again. */
    WAIT,
    /** It must not run here, as things stand: look again now and then, they may change. */
    REFUSE,
    /** The build itself does not work: never try it again. */
    REMEMBER
  }

  private final Kind kind;
  private final String reason;

  private Setback(Kind kind, String reason, String message) {
    super(message);
    this.kind = kind;
    this.reason = reason;
  }

  /** {@code reason} is one word for programs. */
  Setback(String reason, String message) {
    this(Kind.WAIT, reason, message);
  }

  static Setback refusal(String reason, String message) {
    return new Setback(Kind.REFUSE, reason, message);
  }

  static Setback failure(String reason, String message) {
    return new Setback(Kind.REMEMBER, reason, message);
  }

  Kind kind() {
    return kind;
  }

  String reason() {
    return reason;
  }

  String message() {
    return String.valueOf(getMessage());
  }
}
