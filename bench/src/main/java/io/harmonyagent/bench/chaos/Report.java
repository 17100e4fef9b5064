package io.harmonyagent.bench.chaos;

import java.time.Duration;
import java.util.stream.Collectors;

/** The words for how a run ended. */
final class Report {
  private static final int NAMED = 20;

  private Report() {}

  /** In one line. */
  static String of(Run.Result result) {
    String found =
        result
            .verdict()
            .map(
                verdict ->
                    "%d acknowledged, %d overlaps, %d lost within %d bytes of lag"
                        .formatted(
                            verdict.acknowledged(),
                            verdict.overlaps().size(),
                            verdict.losses().size(),
                            verdict.lagBytes()))
            .orElse("no site to ask");
    String recovery =
        result.recovery().map(took -> "as before after " + seconds(took)).orElse("NOT as before");
    String skipped = result.skipped().isEmpty() ? "" : "; not possible: " + result.skipped();
    return found + "; " + recovery + skipped;
  }

  /** With the story, for whoever has to find out why. */
  static String inFull(Run.Result result) {
    return "%s%n  %s%n%s"
        .formatted(
            of(result),
            String.join("\n  ", result.story()),
            result.verdict().map(Report::details).orElse(""));
  }

  /** What was found that must not be. */
  private static String details(Verdict verdict) {
    return "overlaps: %s%nphantoms: %s%nlost: %s%nof these received by the new site: %d"
        .formatted(
            verdict.overlaps(),
            verdict.phantoms(),
            verdict.losses().stream()
                .limit(NAMED)
                .map(loss -> loss.commit().toString())
                .collect(Collectors.joining("\n      ")),
            verdict.unexplained());
  }

  private static String seconds(Duration time) {
    return "%.1f s".formatted(time.toMillis() / 1000.0);
  }
}
