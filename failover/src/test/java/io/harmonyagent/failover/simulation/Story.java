package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.Core;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A run, told for people: the plan, then what happened. */
final class Story {
  private Story() {}

  static List<String> of(Plan plan, Supplier<Core> cores, int linesMax) {
    Timeline timeline = new Timeline();
    Result result = Simulation.run(plan, cores, timeline);
    List<String> lines = new ArrayList<>();
    lines.add("config: " + plan.config());
    lines.add(
        "one clock may lie: "
            + (plan.serverClockLies() ? "the server's" : "the sites'")
            + "; drift %d and %d ppm".formatted(plan.driftPpmA(), plan.driftPpmB()));
    lines.add("faults: " + plan.faults().size());
    plan.faults().forEach(fault -> lines.add("  " + fault.text()));
    lines.add("what happened (the last " + linesMax + " lines):");
    timeline.last(linesMax).forEach(line -> lines.add("  " + line));
    lines.add("result: " + result.violation().orElse("no violation"));
    return lines;
  }

  /** The shortest schedule found that breaks the same invariant. */
  static List<String> ofShrunk(Plan failing, Supplier<Core> cores, int linesMax) {
    return of(Shrinker.shrink(failing, cores), cores, linesMax);
  }
}
