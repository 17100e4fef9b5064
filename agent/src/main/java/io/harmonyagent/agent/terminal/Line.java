package io.harmonyagent.agent.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One line of a picture.
 *
 * @param selected the one that the next key is for
 */
public record Line(List<Span> spans, boolean selected) {
  public static final Line EMPTY = new Line(List.of(), false);

  public Line {
    spans = List.copyOf(spans);
  }

  public static Line of(String text) {
    return of(text, Tone.PLAIN);
  }

  public static Line of(String text, Tone tone) {
    return EMPTY.and(text, tone);
  }

  public Line and(String text) {
    return and(text, Tone.PLAIN);
  }

  public Line and(String text, Tone tone) {
    return and(new Span(text, tone));
  }

  public Line and(Span span) {
    List<Span> longer = new ArrayList<>(spans);
    longer.add(span);
    return new Line(longer, selected);
  }

  public Line select() {
    return new Line(spans, true);
  }

  public String text() {
    return spans.stream().map(Span::text).collect(Collectors.joining());
  }

  public int width() {
    return spans.stream().mapToInt(Span::width).sum();
  }

  /** At most that many cells; the piece that does not fit is cut. A bar is filled up. */
  public Line within(int cells) {
    List<Span> fitting = new ArrayList<>();
    int left = cells;
    for (Span span : spans) {
      int width = span.width();
      if (width > left) {
        fitting.add(span.fit(left));
        left = 0;
        break;
      }
      fitting.add(span);
      left -= width;
    }
    boolean filled = selected || (!spans.isEmpty() && spans.getLast().tone() == Tone.BAR);
    if (filled && left > 0) {
      fitting.add(
          new Span(" ".repeat(left), spans.isEmpty() ? Tone.PLAIN : spans.getLast().tone()));
    }
    return new Line(fitting, selected);
  }
}
