package io.harmonyagent.agent.terminal;

/** How a text is meant; the painter decides what that looks like. */
public enum Tone {
  PLAIN("", ""),
  STRONG("1", "1"),
  FAINT("2", "2"),
  GOOD("32", ""),
  BUSY("33", ""),
  BAD("1;31", "1"),
  /** A bar across the screen. */
  BAR("7", "7"),
  /** In such a bar: something is wrong with all of it. */
  ALARM("1;37;41", "1;7");

  private final String inColour;
  private final String withoutColour;

  Tone(String inColour, String withoutColour) {
    this.inColour = inColour;
    this.withoutColour = withoutColour;
  }

  /** The parameters of SGR (ECMA-48, 8.3.117); empty for nothing special. */
  String parameters(boolean colour) {
    return colour ? inColour : withoutColour;
  }
}
