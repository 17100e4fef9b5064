package io.harmonyagent.agent.terminal;

/**
 * A piece of a line. Its text is harmless whatever it was made from: what devices say reaches the
 * screen, and an escape sequence in it would be obeyed.
 */
public record Span(String text, Tone tone) {
  public Span {
    text = Cells.harmless(text);
  }

  public static Span of(String text) {
    return new Span(text, Tone.PLAIN);
  }

  /** Exactly that many cells: filled up, or cut and marked as cut. */
  public Span fit(int cells) {
    return new Span(Cells.fit(text, cells), tone);
  }

  int width() {
    return Cells.width(text);
  }
}
