package io.harmonyagent.core.document;

/** A JSON pointer (RFC 6901) to a value inside a document; the empty pointer is the whole of it. */
public record Pointer(String text) {
  public static final Pointer ROOT = new Pointer("");

  public Pointer child(String key) {
    return new Pointer(text + "/" + key.replace("~", "~0").replace("/", "~1"));
  }

  public Pointer child(int index) {
    return new Pointer(text + "/" + index);
  }

  @Override
  public String toString() {
    return text.isEmpty() ? "the document" : text;
  }
}
