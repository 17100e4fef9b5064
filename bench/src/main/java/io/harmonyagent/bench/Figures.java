package io.harmonyagent.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Prints what was measured, one figure a line for programs and {@code #} lines for people, and
 * remembers which limits were exceeded.
 */
public final class Figures {
  private final PrintStream out;
  private final List<String> exceeded = new ArrayList<>();

  Figures(PrintStream out) {
    this.out = out;
  }

  /** For people; also a sign of life before something that takes its time. */
  public void comment(String text) {
    out.println("# " + text);
  }

  public void figure(String name, double value, String unit) {
    out.println("figure " + name + " " + number(value) + " " + unit);
  }

  public void figure(String name, double value, String unit, double atMost) {
    figure(name, value, unit);
    check(name, value, atMost, " " + unit);
  }

  /** How we compare with a peer that did the same in the same run. */
  void ratio(String name, double oursMs, double theirsMs, double atMost) {
    double quotient = oursMs / theirsMs;
    out.println(
        "ratio " + String.join(" ", name, number(oursMs), number(theirsMs), number(quotient)));
    check("ratio " + name, quotient, atMost, "");
  }

  /** What was above its limit; empty if nothing was. */
  List<String> exceeded() {
    return List.copyOf(exceeded);
  }

  private void check(String name, double value, double atMost, String unit) {
    if (value > atMost) {
      exceeded.add(
          "%s is %s%s, and at most %s%s is allowed"
              .formatted(name, number(value), unit, number(atMost), unit));
    }
  }

  /** Not more digits than were measured, and none for a whole number. */
  public static String number(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.format(Locale.ROOT, "%.3f", value);
  }
}
