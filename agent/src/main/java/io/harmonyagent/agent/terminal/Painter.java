package io.harmonyagent.agent.terminal;

import java.util.Optional;

/**
 * What has to be written to a terminal that shows one picture so that it shows another: only the
 * lines that differ, so that nothing flickers and little goes through a slow line. ECMA-48 as every
 * terminal of today understands it.
 */
public final class Painter {
  /** The other screen, without cursor, and no wrapping at its edge. */
  public static final String BEGIN = "\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[0m\u001b[2J";

  /** All as it was. */
  public static final String END = "\u001b[0m\u001b[?7h\u001b[?25h\u001b[?1049l";

  private static final String CLEAR_ALL = "\u001b[0m\u001b[2J";
  private static final String CLEAR_REST_OF_LINE = "\u001b[K";
  private static final String INVERSE = "7";

  private final boolean colour;

  public Painter(boolean colour) {
    this.colour = colour;
  }

  /** {@code before} is what the terminal shows; empty if that is not known. */
  public String paint(Optional<Picture> before, Picture now) {
    boolean anew = before.isEmpty() || !before.get().size().equals(now.size());
    StringBuilder out = new StringBuilder(anew ? CLEAR_ALL : "");
    for (int row = 0; row < now.size().rows(); row++) {
      Line line = now.lines().get(row);
      Line shown = anew ? Line.EMPTY : before.get().lines().get(row);
      if (!line.equals(shown)) {
        out.append("\u001b[").append(row + 1).append(";1H");
        line(line, out);
        // At the right edge the cursor stands on the last cell, which must stay.
        if (line.width() < now.size().columns()) {
          out.append(CLEAR_REST_OF_LINE);
        }
      }
    }
    return out.toString();
  }

  private void line(Line line, StringBuilder out) {
    for (Span span : line.spans()) {
      String parameters = parameters(span.tone(), line.selected());
      if (parameters.isEmpty()) {
        out.append(span.text());
      } else {
        out.append("\u001b[")
            .append(parameters)
            .append('m')
            .append(span.text())
            .append("\u001b[0m");
      }
    }
  }

  private String parameters(Tone tone, boolean selected) {
    String own = tone.parameters(colour);
    if (!selected) {
      return own;
    }
    return own.isEmpty() ? INVERSE : own + ";" + INVERSE;
  }
}
