package io.harmonyagent.failover.core;

/**
 * PostgreSQL as last observed.
 *
 * @param busy an operation that the agent asked for (start, promote, rewind, clone) still runs
 * @param usable the data directory could be opened; false in the middle of a rewind or clone
 * @param lsn written (primary) or received and flushed (standby)
 * @param streaming a standby that receives from its upstream
 * @param peerStreaming a primary that sends to the other site
 * @param peerFlushedLsn what the other site has on disk, as the primary sees it
 * @param waits a primary whose commits wait for the other site, as far as its settings tell: other
 *     people can change them
 */
public record PostgresView(
    PostgresMode mode,
    boolean busy,
    boolean usable,
    long lsn,
    long replayedLsn,
    long timeline,
    boolean streaming,
    boolean peerStreaming,
    long peerFlushedLsn,
    boolean waits) {

  public static final PostgresView UNOBSERVED =
      new PostgresView(PostgresMode.UNKNOWN, false, false, 0, 0, 0, false, false, 0, false);
}
