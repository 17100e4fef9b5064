package io.harmonyagent.agent.terminal;

/** A key that somebody pressed. */
public sealed interface Key {
  /** One that stands for a character. */
  record Letter(int codePoint) implements Key {
    public boolean is(char letter) {
      return codePoint == letter;
    }

    public String text() {
      return Character.toString(codePoint);
    }
  }

  /** One that stands for itself. */
  enum Named implements Key {
    UP,
    DOWN,
    LEFT,
    RIGHT,
    PAGE_UP,
    PAGE_DOWN,
    HOME,
    END,
    ENTER,
    TAB,
    BACKSPACE,
    ESCAPE,
    /** Ctrl-C. */
    INTERRUPT,
    /** Ctrl-L: paint everything again. */
    REPAINT,
    /** Ctrl-U: forget what was typed. */
    CLEAR
  }
}
