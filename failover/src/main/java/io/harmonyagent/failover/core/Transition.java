package io.harmonyagent.failover.core;

/** What is granted or refused. */
public enum Transition {
  CREATE,
  PROMOTE,
  TAKE,
  RECLAIM,
  RENEW,
  RELEASE,
  FENCE,
  HAND_OVER,
  ENTER_SAFE,
  LEAVE_SAFE,
  FOLLOW,
  APPLY_CONFIG,
  LIST_SYNC_SITE,
  FORCE_FAILOVER,
  RESUME,
  RESTART_IN_PLACE,
  SETTLE_CONFIG
}
