package io.harmonyagent.failover.core;

import java.util.Optional;

/** The watch delivered a site's report: our own echo, or news of the other site. */
final class ReportHandler {
  private ReportHandler() {}

  static void handle(Turn turn, Event.ReportDelivered event) {
    long seenBefore = turn.seen.sequence();
    if (!WatchHandler.isNew(turn, event.sequence())) {
      return;
    }
    turn.seen = turn.seen.plusSequence(event.sequence());
    if (turn.config.isEmpty()) {
      return;
    }
    SiteReport report = event.report();
    if (!report.site().equals(turn.me)) {
      peer(turn, event.sequence(), report);
    } else if (report.bootId().equals(turn.bootId)) {
      echo(turn, event, seenBefore);
    }
  }

  private static void echo(Turn turn, Event.ReportDelivered event, long seenBefore) {
    long beat = event.report().beat();
    boolean inTime = turn.nowMs - turn.beat.startedMs() <= turn.timing().heartbeatTimeoutMs();
    if (beat == turn.beat.number() && inTime && !turn.role.holdsLease()) {
      turn.beat = turn.beat.success();
    }
    if (beat >= turn.watch.judgeFromBeat()) {
      turn.config = Optional.of(turn.config().echoedAt(event.sequence()));
      EchoJudge.judge(turn, event.sequence(), event.serverTimeMs(), seenBefore);
    }
  }

  private static void peer(Turn turn, long sequence, SiteReport report) {
    turn.watch = turn.watch.withPeer(report, turn.nowMs);
    turn.heardFromPeer(sequence, report.configSeen(), report.configHolding());
    if (turn.role.holdsLease()
        && report.seenRevision() > turn.forgivenRevision
        && report.seenEpoch() > turn.lease.orElseThrow().epoch()) {
      Fencing.beginForeign(turn, report.seenEpoch());
    } else if (turn.role == Role.PRIMARY) {
      HandoverHandler.heardPeer(turn, report);
    }
  }
}
