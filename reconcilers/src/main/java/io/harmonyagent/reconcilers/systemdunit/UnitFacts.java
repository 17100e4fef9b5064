package io.harmonyagent.reconcilers.systemdunit;

import java.time.Instant;
import java.util.Optional;

/**
 * What systemd says of one unit beyond its line in the list.
 *
 * @param fileState {@code enabled}, {@code disabled}, {@code static}, …; empty without a file
 * @param stale whether files of it changed on disk since systemd read them
 * @param loadError why it could not be read, if it could not
 * @param conditionMet whether its conditions held when it was last to be started
 * @param activeSince when it last became active
 * @param type a service's type; empty for others
 * @param result how it last ended: {@code success}, {@code exit-code}, {@code signal}, …
 * @param restarts how often a service was restarted by itself since somebody started it
 * @param ended whether the main process of a service has ended since boot
 * @param exit how that ended, for people
 */
record UnitFacts(
    String fileState,
    boolean stale,
    String loadError,
    boolean conditionMet,
    Optional<Instant> activeSince,
    String type,
    String result,
    long restarts,
    Optional<Long> mainPid,
    boolean ended,
    String exit) {
  /** In the place of a file state that nobody asked for yet. */
  static final String NOT_ASKED = "?";

  static final UnitFacts NONE =
      new UnitFacts(
          NOT_ASKED,
          false,
          "",
          true,
          Optional.empty(),
          "",
          "success",
          0,
          Optional.empty(),
          false,
          "");

  UnitFacts withFileState(String state) {
    return new UnitFacts(
        state,
        stale,
        loadError,
        conditionMet,
        activeSince,
        type,
        result,
        restarts,
        mainPid,
        ended,
        exit);
  }
}
