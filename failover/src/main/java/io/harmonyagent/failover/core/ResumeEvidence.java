package io.harmonyagent.failover.core;

/**
 * The agent began anew and found a deadman armed, or a PostgreSQL that may accept writes: go on
 * leading (S7)? Refused means: fence.
 *
 * @param deadlineMs the deadman's; the past, far away, when it is not armed
 * @param ledLast this site is the last holder that it has seen
 */
public record ResumeEvidence(
    long nowMs,
    long deadlineMs,
    PostgresMode postgres,
    boolean busy,
    boolean safe,
    boolean configured,
    boolean ledLast,
    long epoch)
    implements Evidence {

  @Override
  public Decision decide() {
    return new Reasons()
        .unless(nowMs < deadlineMs, Reason.Kind.DEADMAN_NOT_ARMED)
        .unless(postgres == PostgresMode.WRITABLE && !busy, Reason.Kind.NOT_RUNNING_AS_PRIMARY)
        .unless(!safe, Reason.Kind.IN_SAFE)
        .unless(configured, Reason.Kind.NO_CONFIG)
        .unless(ledLast, Reason.Kind.NOT_PRIMARY)
        .decide(Transition.RESUME);
  }
}
