package io.harmonyagent.failover.core;

/** The life of the watch. It can die in silence, so it is restarted when nothing comes. */
final class WatchHandler {
  private static final int SILENT_BEATS_MAX = 4;
  private static final int RESTART_BEATS_MAX = 2;
  private static final long SILENT_BEFORE_CONFIG_MS = 5_000;

  private WatchHandler() {}

  /** What was written in the session before is not tried again in this one (S14). */
  static void started(Turn turn) {
    turn.pending = turn.pending.map(Pending::withoutRetries);
    turn.watch = Watch.started(turn.nowMs);
  }

  /** Echoes count from the next report on: it is ordered after all that a listing can show. */
  static void listed(Turn turn) {
    if (turn.watch.live()) {
      turn.watch = turn.watch.listed(turn.beat.number() + 1);
    }
  }

  static void lost(Turn turn) {
    turn.watch = Watch.dead(turn.nowMs);
    turn.act(new Action.RestartWatch());
  }

  static void keepAlive(Turn turn) {
    int beats = turn.watch.live() ? SILENT_BEATS_MAX : RESTART_BEATS_MAX;
    long silentMaxMs =
        turn.config
            .map(config -> beats * config.holding().heartbeatTimeoutMs())
            .orElse(SILENT_BEFORE_CONFIG_MS);
    if (turn.nowMs - turn.watch.heardMs() > silentMaxMs) {
      lost(turn);
    }
  }

  /** Within one session the stream's order rules: what is not above the last one came twice. */
  static boolean isNew(Turn turn, long sequence) {
    if (!turn.watch.live() || sequence <= turn.watch.sequence()) {
      return false;
    }
    turn.watch = turn.watch.delivered(sequence, turn.nowMs);
    return true;
  }
}
