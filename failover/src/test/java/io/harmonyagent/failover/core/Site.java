package io.harmonyagent.failover.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongFunction;

/** One site's core under the hand of a test: it tells what happens, and reads what was decided. */
final class Site {
  static final SiteId BASEMENT = new SiteId("site-a-basement");
  static final SiteId CLOUD = new SiteId("site-b-cloud");

  /** ADR 017-3: heartbeat_timeout 1 s, failure_threshold 2, failover_timeout 5 s. */
  static final Timing ADR = new Timing(1_000, 2, 1, 5_000, 100, 1_500);

  final FailoverCore core = new FailoverCore();
  final List<Action> actions = new ArrayList<>();
  State state;
  long nowMs = 100_000;
  long sequence = 10;
  PostgresView postgres;

  private Site(SiteId me, PostgresView postgres) {
    state = State.unborn(me, "boot-1");
    this.postgres = postgres;
  }

  static ClusterConfig config(Timing timing) {
    return config(timing, ReplicationMode.ASYNC, FailbackMode.MANUAL, false);
  }

  static ClusterConfig config(
      Timing timing, ReplicationMode replication, FailbackMode failback, boolean paused) {
    return new ClusterConfig(BASEMENT, CLOUD, timing, replication, 1_000_000, failback, paused);
  }

  static PostgresView view(PostgresMode mode) {
    return new PostgresView(mode, false, true, 5_000, 5_000, 1, false, false, 0, false);
  }

  static PostgresView streaming(long lsn) {
    return new PostgresView(PostgresMode.STANDBY, false, true, lsn, lsn, 1, true, false, 0, false);
  }

  static PostgresView writable(long lsn, boolean peerStreaming, long peerFlushedLsn) {
    return new PostgresView(
        PostgresMode.WRITABLE,
        false,
        true,
        lsn,
        lsn,
        1,
        false,
        peerStreaming,
        peerFlushedLsn,
        true);
  }

  // --- places to begin a story ---

  static Site booted(SiteId me, ClusterConfig config) {
    Site site = new Site(me, view(PostgresMode.STOPPED));
    site.starts(Durable.NOTHING, OptionalLong.empty());
    site.watches(config);
    return site;
  }

  /** The basement site has created the record and accepts writes; its lease was sent just now. */
  static Site primary(ClusterConfig config) {
    Site site = booted(BASEMENT, config);
    for (int beat = 0; beat < 200 && !site.wrote(Purpose.CREATE); beat++) {
      site.beats();
    }
    site.acks();
    site.postgres = writable(5_000, false, 0);
    site.happens(now -> new Event.PostgresChanged(now, site.postgres));
    site.actions.clear();
    return site;
  }

  /** The cloud site follows the basement site and streams from it. */
  static Site replica(ClusterConfig config) {
    Site site = booted(CLOUD, config);
    site.delivers(site.renewalOf(BASEMENT, 1, Set.of(), config));
    site.beats();
    site.postgres = streaming(5_000);
    site.beats();
    site.actions.clear();
    return site;
  }

  void starts(Durable durable, OptionalLong deadmanDeadlineMs) {
    happens(now -> new Event.Started(now, durable, postgres, deadmanDeadlineMs));
  }

  void watches(ClusterConfig config) {
    happens(Event.WatchStarted::new);
    sequence++;
    happens(now -> new Event.ConfigDelivered(now, sequence, config));
    happens(Event.WatchListed::new);
  }

  /** A new session begins: its listing has the config that the last one had. */
  void beginsSession() {
    ConfigInForce known = state.durable().config().orElseThrow();
    happens(Event.WatchStarted::new);
    happens(now -> new Event.ConfigDelivered(now, known.latestRevision(), known.latest()));
  }

  // --- what happens ---

  void happens(LongFunction<Event> event) {
    Step step = core.step(state, event.apply(nowMs));
    state = step.state();
    actions.addAll(step.actions());
  }

  void tick() {
    happens(Event.Tick::new);
  }

  void probes(boolean ok) {
    happens(now -> new Event.ProbeAnswered(now, state.beat().number(), ok, postgres));
  }

  /** A whole heartbeat: a second passes, the timer fires, PostgreSQL answers. */
  void beat() {
    nowMs += state.durable().config().orElseThrow().holding().heartbeatTimeoutMs();
    tick();
    probes(true);
  }

  /** A heartbeat without answer; the other site is heard, so the watch is known to live. */
  void beatInVain() {
    beat();
    hears(reportOf(state.me().equals(BASEMENT) ? CLOUD : BASEMENT, streaming(5_000), 0));
  }

  /** A heartbeat whose report comes back at once. */
  void beats() {
    beat();
    echoes();
  }

  void passQuietly(long ms) {
    for (long end = nowMs + ms; nowMs < end; ) {
      beats();
    }
  }

  /** The watch delivers this site's own report. */
  void echoes() {
    echoes(serverMs());
  }

  void echoes(long serverTimeMs) {
    SiteReport mine = lastReport();
    sequence++;
    happens(now -> new Event.ReportDelivered(now, sequence, serverTimeMs, mine));
  }

  /** The stream leader's clock, an hour ahead of this site's. */
  long serverMs() {
    return nowMs + 3_600_000;
  }

  void delivers(LeaseRecord lease) {
    sequence++;
    Stored stored = new Stored(sequence, serverMs(), lease);
    happens(now -> new Event.LeaseDelivered(now, stored));
  }

  void hears(SiteReport report) {
    sequence++;
    happens(now -> new Event.ReportDelivered(now, sequence, serverMs(), report));
  }

  void preparesStop() {
    happens(now -> new Event.StopPrepared(now, true));
  }

  /** The server acks the last write, and the watch delivers it. */
  void acks() {
    sequence++;
    Stored written = new Stored(sequence, serverMs(), lastWrite().lease());
    answers(new CasOutcome.Acked(written.revision(), written.serverTimeMs()));
    happens(now -> new Event.LeaseDelivered(now, written));
  }

  void answers(CasOutcome outcome) {
    Claim claim = lastWrite().lease().claim();
    happens(now -> new Event.CasAnswered(now, claim, outcome));
  }

  LeaseRecord renewalOf(SiteId holder, long epoch, Set<SiteId> syncSites, ClusterConfig config) {
    return new LeaseRecord(
        epoch,
        Optional.of(holder),
        holder,
        LeaseStatus.HEALTHY,
        sequence,
        5_000,
        1,
        config.replication(),
        syncSites,
        sequence,
        sequence,
        config.timing().failoverTimeoutMs(),
        new Claim(holder, "elsewhere", sequence),
        Purpose.RENEW);
  }

  SiteReport reportOf(SiteId site, PostgresView view, long streamedEpoch) {
    return new SiteReport(
        site,
        "elsewhere",
        sequence,
        Role.STANDBY,
        view.lsn(),
        view.replayedLsn(),
        view.timeline(),
        view.streaming(),
        streamedEpoch,
        0,
        0,
        0,
        0);
  }

  // --- what was decided ---

  Role role() {
    return state.role();
  }

  <A extends Action> List<A> all(Class<A> kind) {
    return actions.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  <A extends Action> Optional<A> last(Class<A> kind) {
    List<A> all = all(kind);
    return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
  }

  Action.WriteLease lastWrite() {
    return last(Action.WriteLease.class).orElseThrow();
  }

  SiteReport lastReport() {
    return last(Action.WriteReport.class).orElseThrow().report();
  }

  boolean wrote(Purpose purpose) {
    return all(Action.WriteLease.class).stream().anyMatch(write -> write.purpose() == purpose);
  }

  /** The kinds of reason in the last refusal of a transition. */
  List<Reason.Kind> refusalOf(Transition transition) {
    return all(Action.Note.class).stream()
        .map(Action.Note::decision)
        .filter(decision -> decision.transition() == transition)
        .reduce((first, second) -> second)
        .map(
            decision ->
                decision instanceof Decision.Refused refused
                    ? refused.reasons().stream().map(Reason::kind).toList()
                    : List.<Reason.Kind>of())
        .orElseThrow();
  }

  FenceCause fenceCause() {
    return last(Action.Fence.class).orElseThrow().cause();
  }
}
