package io.harmonyagent.agent.top.view;

import java.time.Instant;

/** What a screen has to know besides the board. */
record Sight(Instant now, int columns, Order order) {
  /** How the fleet is ordered. */
  enum Order {
    TROUBLE,
    NAME;

    Order next() {
      return this == TROUBLE ? NAME : TROUBLE;
    }

    String word() {
      return this == TROUBLE ? "trouble" : "name";
    }
  }
}
