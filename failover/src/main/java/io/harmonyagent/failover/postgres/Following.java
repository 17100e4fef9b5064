package io.harmonyagent.failover.postgres;

import io.harmonyagent.failover.core.PostgresMode;
import io.harmonyagent.failover.core.PostgresView;
import io.harmonyagent.failover.site.DatabaseFailure;
import io.harmonyagent.failover.systemd.SystemdFailure;
import io.harmonyagent.failover.systemd.UnitState;
import io.harmonyagent.failover.systemd.Units;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes PostgreSQL a standby of the other site. Where the histories parted it rewinds, and where
 * that does not work it clones. A standby that cannot stream is looked at again later, and stopped
 * when its history is the reason: whoever finds it stopped lets it follow again.
 */
final class Following {
  private static final Logger log = LoggerFactory.getLogger(Following.class);
  private static final Duration START = Duration.ofMinutes(10);
  private static final Duration STOP = Duration.ofMinutes(1);
  private static final Duration STREAM = Duration.ofSeconds(10);
  private static final Duration ASK = Duration.ofSeconds(3);
  private static final long STUCK_NS = Duration.ofSeconds(15).toNanos();
  private static final Duration EXAMINATION_END = Duration.ofSeconds(5);
  private static final int LOOK_AGAIN_MS = 100;

  private final PostgresSettings settings;
  private final Units units;
  private final SettingsFiles files;
  private final DataDirectory data;
  private final Upstream upstream;
  private final Session session;
  private final InForce inForce;
  private boolean active;
  private boolean streamedBefore;
  private long streamedNs = System.nanoTime();
  private @Nullable Thread examination;

  /** Where the log ended for which the other site had no continuation any more. */
  private volatile OptionalLong endsAt = OptionalLong.empty();

  Following(
      PostgresSettings settings,
      Units units,
      SettingsFiles files,
      DataDirectory data,
      Upstream upstream,
      Session session,
      InForce inForce) {
    this.settings = settings;
    this.units = units;
    this.files = files;
    this.data = data;
    this.upstream = upstream;
    this.session = session;
    this.inForce = inForce;
  }

  void begin() throws DatabaseFailure, InterruptedException {
    end();
    try {
      UnitState state = units.state(settings.unit());
      boolean runs = state.isUp();
      // One that starts or stops must have ended before anything is done to its data.
      if (runs ? mustBeStopped() : !state.isDown()) {
        stop();
        runs = false;
      }
      if (!runs) {
        fit();
      }
      files.writeReplication(Optional.of(settings.peer()), true);
      if (!runs) {
        units.start(settings.unit(), Units.Mode.FAIL, START);
      }
      inForce.reload(SettingsFiles.UPSTREAM, settings.upstreamConninfo(), Deadline.in(ASK));
      inForce.reload(SettingsFiles.SLOT, settings.slotOf(settings.me()), Deadline.in(ASK));
      dropOwnSlots();
      lookAfter();
      awaitStream();
    } catch (SystemdFailure e) {
      throw new DatabaseFailure(settings.cluster() + " cannot follow: " + e.sentence(), e);
    } catch (SqlFailure | IOException e) {
      throw new DatabaseFailure(settings.cluster() + " cannot follow: " + e.getMessage(), e);
    }
  }

  private synchronized void lookAfter() {
    streamedNs = System.nanoTime();
    active = true;
  }

  /** From now on it is not looked after as a standby: when this returns, nobody stops it. */
  void end() throws DatabaseFailure, InterruptedException {
    Thread last;
    synchronized (this) {
      active = false;
      last = examination;
    }
    if (last != null) {
      last.interrupt();
      if (!last.join(EXAMINATION_END)) {
        throw new DatabaseFailure(settings.cluster() + " is still being examined as a standby");
      }
    }
  }

  /** Stopped, and about to be started: makes the data such that it can stream. */
  private void fit() throws DatabaseFailure, InterruptedException {
    Optional<Upstream.Answer> answer = upstream.ask();
    if (data.isUsable() && answer.isEmpty() && data.control().wasStandby()) {
      // It streamed before, so it most likely fits; it is looked at again if it does not stream.
      return;
    }
    Upstream.Answer source =
        answer
            .filter(each -> !each.standby())
            .orElseThrow(
                () ->
                    new DatabaseFailure(
                        settings.peerHost()
                            + " cannot be reached as a primary yet; it is tried again"));
    upstream.provideSlot();
    if (!data.isUsable()) {
      log.info("{}: clones from {}", settings.cluster(), settings.peerHost());
      data.cloneFromPeer();
      endsAt = OptionalLong.empty();
      return;
    }
    ControlData control = data.control();
    Timelines own = data.timelines(control.timeline());
    if (!control.systemId().equals(source.systemId())) {
      cloneOver("another cluster's data");
    } else if (own.clashesWith(source.timelines())) {
      cloneOver("timeline " + own.current() + " began elsewhere there");
    } else if (!fits(control, own, source.timelines())) {
      rewind(own, source.timelines());
    } else if (endsAt.isPresent() && !source.hasLogFrom(endsAt.getAsLong())) {
      cloneOver("the log that follows its own is not kept there any more");
    }
    endsAt = OptionalLong.empty();
  }

  /** Of a primary that did not stop cleanly nobody knows where its log ends. */
  private static boolean fits(ControlData control, Timelines own, Timelines source) {
    return (control.wasShutDown() || control.wasStandby() || own.current() == source.current())
        && source.contains(own, control.lsn());
  }

  private void cloneOver(String why) throws DatabaseFailure, InterruptedException {
    if (data.isAdopted()) {
      throw new DatabaseFailure(
          settings.dataDirectory()
              + " does not fit to "
              + settings.peerHost()
              + " ("
              + why
              + "), and was not made by the failover, so it is kept; move it away to get a clone");
    }
    log.warn("{}: clones from {}: {}", settings.cluster(), settings.peerHost(), why);
    data.cloneFromPeer();
  }

  private void rewind(Timelines own, Timelines source)
      throws DatabaseFailure, InterruptedException {
    log.info(
        "{}: rewinds from timeline {} to {}", settings.cluster(), own.current(), source.current());
    try {
      data.rewindToPeer();
    } catch (DatabaseFailure e) {
      // Not at once: what is here goes only when the other site can be reached to copy from.
      throw new DatabaseFailure(e.getMessage() + "; a clone takes its place", e);
    }
  }

  /**
   * A standby that runs and whose log is not a part of the other site's, as far as can be known.
   */
  private boolean mustBeStopped() throws DatabaseFailure, InterruptedException {
    PostgresView view = look();
    if (view.mode() != PostgresMode.STANDBY) {
      throw new DatabaseFailure(
          settings.cluster()
              + " runs and is no standby, but "
              + view.mode()
              + "; it is fenced first");
    }
    return !view.streaming() && obstacle(view).isPresent();
  }

  /** Why a standby cannot go on from where it is; nothing where it can, or nobody knows. */
  private Optional<String> obstacle(PostgresView view)
      throws DatabaseFailure, InterruptedException {
    Optional<Upstream.Answer> answer = upstream.ask();
    if (answer.isEmpty() || answer.get().standby()) {
      return Optional.empty();
    }
    upstream.provideSlot();
    Upstream.Answer source = answer.get();
    if (!source.timelines().contains(data.timelines(view.timeline()), view.lsn())) {
      return Optional.of("its history is not the other site's");
    }
    // One that still replays what it has may have more than it shows.
    if (!source.hasLogFrom(view.lsn()) && look().lsn() == view.lsn()) {
      endsAt = OptionalLong.of(view.lsn());
      return Optional.of("the other site does not keep the log any more that follows its own");
    }
    return Optional.empty();
  }

  private PostgresView look() {
    try {
      List<List<String>> rows =
          session.query(Look.question(settings.peer().value()), Deadline.in(ASK));
      return Look.view(rows.getFirst(), false, true);
    } catch (SqlFailure e) {
      return PostgresView.UNOBSERVED;
    }
  }

  /** What a primary kept for its standby holds up the log of a standby. */
  private void dropOwnSlots() throws SqlFailure {
    session.query(
        "select pg_drop_replication_slot(slot_name) from pg_replication_slots"
            + " where slot_name like 'harmony\\_%' and not active",
        Deadline.in(ASK));
  }

  private void awaitStream() throws InterruptedException {
    Deadline deadline = Deadline.in(STREAM);
    while (!deadline.isOver() && !look().streaming()) {
      Thread.sleep(LOOK_AGAIN_MS);
    }
  }

  /**
   * Every look comes by here. A log that is not there any more is noticed only after the stream has
   * begun, so one look that saw it says nothing.
   */
  synchronized void observed(PostgresView view) {
    boolean well = view.mode() != PostgresMode.STANDBY || (view.streaming() && streamedBefore);
    streamedBefore = view.streaming();
    if (well) {
      streamedNs = System.nanoTime();
      return;
    }
    boolean stuck = active && !view.busy() && System.nanoTime() - streamedNs > STUCK_NS;
    if (stuck && examination == null) {
      examination = Thread.ofPlatform().daemon().name("stuck-standby").start(() -> examine(view));
    }
  }

  private void examine(PostgresView view) {
    try {
      Optional<String> obstacle = obstacle(view);
      if (obstacle.isPresent() && look().mode() == PostgresMode.STANDBY) {
        log.warn("{}: {}; stops", settings.cluster(), obstacle.get());
        stop();
      }
    } catch (DatabaseFailure e) {
      log.warn("{}: {}", settings.cluster(), e.getMessage());
    } catch (InterruptedException e) {
      log.debug("{}: the examination was called off", settings.cluster());
    } finally {
      examined();
    }
  }

  private synchronized void examined() {
    streamedNs = System.nanoTime();
    examination = null;
  }

  private void stop() throws DatabaseFailure, InterruptedException {
    try {
      session.close();
      units.stop(settings.unit(), STOP);
    } catch (SystemdFailure e) {
      throw new DatabaseFailure(settings.cluster() + " did not stop: " + e.sentence(), e);
    }
  }
}
