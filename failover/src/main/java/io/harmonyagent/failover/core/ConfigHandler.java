package io.harmonyagent.failover.core;

import java.util.Optional;

/** A config arrived. An unsafe one is refused with its numbers; the last good one stays. */
final class ConfigHandler {
  private ConfigHandler() {}

  static void handle(Turn turn, Event.ConfigDelivered event) {
    if (!WatchHandler.isNew(turn, event.revision())) {
      return;
    }
    turn.seen = turn.seen.plusSequence(event.revision());
    if (isAnotherOfThisNumber(turn, event)) {
      StoreTrust.lostConfig(turn, event.revision());
      return;
    }
    turn.watch = turn.watch.withConfig(event.revision());
    if (turn.config.isPresent() && event.revision() <= turn.config().latestRevision()) {
      return;
    }
    Optional<ClusterConfig> inForce = turn.config.map(ConfigInForce::latest);
    if (turn.grants(new ConfigEvidence(event.config(), event.revision(), turn.me, inForce))) {
      turn.config =
          Optional.of(
              turn.config.isPresent()
                  ? turn.config().learn(event.config(), event.revision())
                  : ConfigInForce.first(event.config(), event.revision()));
    }
  }

  private static boolean isAnotherOfThisNumber(Turn turn, Event.ConfigDelivered event) {
    return turn.config.isPresent()
        && event.revision() == turn.config().latestRevision()
        && !event.config().equals(turn.config().latest());
  }
}
