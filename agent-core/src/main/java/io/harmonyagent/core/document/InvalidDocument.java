package io.harmonyagent.core.document;

/**
 * A document that cannot be used. It says where and what, and whoever asked for the document keeps
 * what it had before.
 */
public final class InvalidDocument extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Pointer pointer;
  private final transient Place place;

  public InvalidDocument(Pointer pointer, Place place, String problem) {
    super(problem);
    this.pointer = pointer;
    this.place = place;
  }

  public Pointer pointer() {
    return pointer;
  }

  public Place place() {
    return place;
  }

  /** The problem alone, without its place. */
  public String problem() {
    return String.valueOf(getMessage());
  }

  /** One line for a person: where it is, and what is wrong with it. */
  public String sentence() {
    String where = place.toString();
    return (where.isEmpty() ? "" : where + ": ") + pointer + ": " + problem();
  }
}
