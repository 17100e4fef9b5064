package io.harmonyagent.core.runtime;

import io.harmonyagent.core.time.Moment;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** When the next pass over everything is due, and how long the last one took. */
final class PassTimer {
  private static final Logger log = LoggerFactory.getLogger(PassTimer.class);

  private final PassSettings settings;
  private final Jitter jitter;
  private Moment next;
  private int passes;
  private Optional<Moment> askedAt = Optional.empty();

  PassTimer(PassSettings settings, Jitter jitter, Moment now) {
    this.settings = settings;
    this.jitter = jitter;
    this.next = now.plus(jitter.around(settings.interval()));
  }

  Moment next() {
    return next;
  }

  /** Whether a pass has to begin, and if so whether a thorough one. */
  Optional<Boolean> due(Moment now) {
    if (now.isBefore(next)) {
      return Optional.empty();
    }
    next = now.plus(jitter.around(settings.interval()));
    passes++;
    return Optional.of(passes % settings.thoroughEvery() == 0);
  }

  /** Somebody asked for a pass and will want to know how it went. */
  void asked(Moment now) {
    askedAt = Optional.of(now);
  }

  /** Nothing is under way any longer. */
  void ended(Moment now, int resources) {
    if (askedAt.isPresent()) {
      long micros = now.since(askedAt.get()).toNanos() / 1000;
      log.info("pass over {} resources took {}.{} ms", resources, micros / 1000, digits(micros));
      askedAt = Optional.empty();
    }
  }

  private static String digits(long micros) {
    String rest = Long.toString(micros % 1000);
    return "0".repeat(3 - rest.length()) + rest;
  }
}
