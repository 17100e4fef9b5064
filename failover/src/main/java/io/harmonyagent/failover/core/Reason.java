package io.harmonyagent.failover.core;

/** Why a transition is refused: what was found against what was needed. */
public record Reason(Kind kind, long found, long needed) {

  /** One sentence each; the numbers are the found and the needed. */
  public enum Kind {
    SERVER_CLOCK_NOT_STALE("by the server's clock the record is %d ms old, more than %d ms needed"),
    LOCAL_CLOCK_NOT_STALE("by the own clock it is unchanged for %d ms, more than %d ms needed"),
    SESSION_TOO_YOUNG("the watch session is %d ms old, more than %d ms needed"),
    PAUSED("automatic transitions are paused"),
    NOT_RUNNING_AS_STANDBY("PostgreSQL does not run as a standby"),
    DATA_NOT_USABLE("the data directory cannot be opened"),
    WRONG_TIMELINE("PostgreSQL is on timeline %d, the record on %d"),
    NEVER_STREAMED_IN_EPOCH("streamed last in epoch %d, the record is of epoch %d"),
    LAGS("%d bytes behind the record, at most %d allowed"),
    NOT_IN_SYNC_SITES("the record does not list this site as having every acknowledged commit"),
    NOT_REPLAYED("the log is here up to %d, the released lease ends at %d"),
    STILL_OFFERED("the lease is offered to the other site for %d ms, more than %d ms needed"),
    TOO_FEW_SUCCESSES("%d successful heartbeats in a row, %d needed"),
    STANDING_BACK("PostgreSQL failed here: the other site has %d ms left to take over"),
    NOT_PREFERRED("only the preferred site creates the record"),
    NOT_PRIMARY("this site does not lead"),
    PEER_SILENT("the other site was last heard %d ms ago, at most %d ms allowed"),
    PEER_NOT_STREAMING("the other site does not stream"),
    PEER_LAGS("the other site is %d bytes behind, at most %d allowed"),
    PEER_NOT_READY("the other site was caught up %d times in a row, %d needed"),
    COOLING_DOWN("the last handover was not taken up: %d ms to wait"),
    NOTHING_LOST("the store has everything that was seen"),
    NOT_SAFE("this site is not in SAFE"),
    CONFIG_UNSAFE("the config has %d problems, %d allowed"),
    PEER_NOT_COVERED("the other site has the log up to %d, commits wait since %d"),
    NOT_WAITING("commits do not wait for the other site"),
    CLAIM_LOST("the record stands at revision %d, the write expected %d"),
    CLAIM_LATE("the answer came after %d ms, less than %d ms needed"),
    CLAIM_GIVEN_UP("no answer came in time, so only the record can tell"),
    CRASHED_AGAIN("PostgreSQL crashed %d ms after its opening, at least %d ms needed"),
    DEADMAN_NOT_ARMED("no deadman is armed, or its deadline is over"),
    NOT_RUNNING_AS_PRIMARY("PostgreSQL does not accept writes, or not for sure"),
    IN_SAFE("this site is in SAFE"),
    NO_CONFIG("this site has not seen a config yet"),
    NOTHING_TO_SETTLE("the other site has not told that it knows the newest config"),
    ROLE_DOES_NOT_ALLOW("only a site without lease, and not in SAFE, can be made to take over"),
    NO_CAUSE("nothing asks for a fence");

    private final String sentence;

    Kind(String sentence) {
      this.sentence = sentence;
    }
  }

  public String text() {
    return kind.sentence.formatted(found, needed);
  }
}
