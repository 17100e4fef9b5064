package io.harmonyagent.core.document;

/** Where a value stands in its source: counted from 1, as editors do; 0 for a value made by us. */
public record Place(String source, int line, int column) {
  public static final Place NOWHERE = new Place("", 0, 0);

  @Override
  public String toString() {
    return line == 0 ? source : source + ":" + line + ":" + column;
  }
}
