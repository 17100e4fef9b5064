package io.harmonyagent.core.call;

/** The call could not be answered, or only in part; the message says why and what to try. */
public final class CallFailed extends Exception {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** What the caller can do about it. */
  public enum Reason {
    /** The request is wrong: asking again will not help. */
    BAD_REQUEST("BadRequest"),

    /** What is asked for is not on this device. */
    NOT_FOUND("NotFound"),

    /** The agent does not know the verb. */
    UNKNOWN_VERB("UnknownVerb"),

    /** As many of these calls as the agent answers at once are being answered: ask again later. */
    BUSY("Busy"),

    /** The agent tried and did not succeed. */
    FAILED("Failed"),

    /** The agent knows nothing (any more) of this call: ask anew. */
    GONE("Gone");

    private final String wireName;

    Reason(String wireName) {
      this.wireName = wireName;
    }

    public String wireName() {
      return wireName;
    }

    /** What another version says beyond these is some failure. */
    public static Reason of(String wireName) {
      for (Reason reason : values()) {
        if (reason.wireName.equals(wireName)) {
          return reason;
        }
      }
      return FAILED;
    }
  }

  public CallFailed(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
