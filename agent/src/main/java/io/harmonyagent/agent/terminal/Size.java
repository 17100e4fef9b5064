package io.harmonyagent.agent.terminal;

/** How large a terminal is, in cells. */
public record Size(int columns, int rows) {
  /** What a terminal has that does not say how large it is. */
  public static final Size USUAL = new Size(80, 24);

  private static final int MOST = 1000;

  /** A terminal may say anything; a picture has at least a cell and a bounded number of them. */
  public Size {
    columns = Math.clamp(columns, 1, MOST);
    rows = Math.clamp(rows, 1, MOST);
  }

  @Override
  public String toString() {
    return columns + "×" + rows;
  }
}
