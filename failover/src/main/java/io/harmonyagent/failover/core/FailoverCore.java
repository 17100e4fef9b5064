package io.harmonyagent.failover.core;

/** Hands each event to its handler, and looks at the deadline before anything else. */
public final class FailoverCore implements Core {

  @Override
  public Step step(State state, Event event) {
    Turn turn = new Turn(state, event.nowMs());
    Fencing.atDeadline(turn);
    switch (event) {
      case Event.Started started -> StartHandler.handle(turn, started);
      case Event.Tick tick -> TickHandler.handle(turn);
      case Event.ProbeAnswered answer -> ProbeHandler.answered(turn, answer);
      case Event.PostgresChanged changed -> ProbeHandler.observe(turn, changed.postgres());
      case Event.CasAnswered answer -> CasHandler.handle(turn, answer);
      case Event.WatchStarted started -> WatchHandler.started(turn);
      case Event.WatchListed listed -> WatchHandler.listed(turn);
      case Event.WatchLost lost -> WatchHandler.lost(turn);
      case Event.LeaseDelivered delivered -> LeaseHandler.handle(turn, delivered.stored());
      case Event.ReportDelivered delivered -> ReportHandler.handle(turn, delivered);
      case Event.ConfigDelivered delivered -> ConfigHandler.handle(turn, delivered);
      case Event.Fenced fenced -> Fencing.verified(turn, fenced.postgres());
      case Event.FenceNotVerified failed -> Fencing.escalate(turn, failed.reached());
      case Event.ClimbsAgain again -> Fencing.climbsAgain(turn);
      case Event.StopPrepared prepared -> PreparationHandler.ended(turn, prepared.ok());
      case Event.StoppedCleanly stopped -> HandoverHandler.stopped(turn, stopped.postgres());
      case Event.StopFailed failed -> HandoverHandler.stopFailed(turn);
      case Event.SyncApplied applied -> SyncKeeper.applied(turn, applied);
      case Event.SwitchoverAsked asked -> HandoverHandler.asked(turn);
      case Event.FailoverForced forced -> OperatorHandler.forceFailover(turn);
      case Event.SafeLifted lifted -> OperatorHandler.liftSafe(turn);
    }
    return turn.finish();
  }
}
