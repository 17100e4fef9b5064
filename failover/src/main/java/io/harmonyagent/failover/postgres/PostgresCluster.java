package io.harmonyagent.failover.postgres;

import io.harmonyagent.failover.core.PostgresMode;
import io.harmonyagent.failover.core.PostgresView;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.fencing.Openable;
import io.harmonyagent.failover.site.Database;
import io.harmonyagent.failover.site.DatabaseFailure;
import io.harmonyagent.failover.systemd.SystemdFailure;
import io.harmonyagent.failover.systemd.UnitState;
import io.harmonyagent.failover.systemd.Units;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * PostgreSQL of this site. It always starts as a standby, whoever starts it; it becomes writable by
 * {@link #open} alone, behind a promotion that PID 1 may refuse (A4).
 */
public final class PostgresCluster implements Database, Openable {
  private static final Logger log = LoggerFactory.getLogger(PostgresCluster.class);
  private static final Duration START = Duration.ofMinutes(10);
  private static final Duration PROMOTION = Duration.ofSeconds(60);
  private static final Duration RELOAD = Duration.ofSeconds(5);
  private static final Duration READ_ANEW = Duration.ofSeconds(1);
  private static final int LOOK_AGAIN_MS = 10;

  private final PostgresSettings settings;
  private final Units units;
  private final SettingsFiles files;
  private final DataDirectory data;
  private final Following following;
  private final Waiting waiting;
  private final Renewals renewals;
  private final Session session;
  private final InForce inForce;
  private final String promotion;
  private final AtomicInteger operations = new AtomicInteger();

  private PostgresCluster(PostgresSettings settings, Units units, Installation installation) {
    Programs programs = new Programs(installation);
    this.settings = settings;
    this.units = units;
    this.files = new SettingsFiles(settings);
    this.data = new DataDirectory(settings, programs);
    this.session = new Session(settings.socket());
    this.inForce = new InForce(settings.cluster(), session);
    this.waiting = new Waiting(settings, files, session, inForce);
    this.renewals =
        new Renewals(List.of(settings.authority(), settings.certificate(), settings.key()));
    this.following =
        new Following(
            settings, units, files, data, new Upstream(settings, programs), session, inForce);
    this.promotion = promotion(installation.program("psql"), settings);
  }

  /** Where clients have taken all connections, by one of those that are kept for replication. */
  static String promotion(String psql, PostgresSettings settings) {
    return "/bin/sh -c 'for kind in false database; do "
        + psql
        + " --no-psqlrc --quiet --no-align --tuples-only --set=ON_ERROR_STOP=1 -h "
        + settings.socketFolder()
        + (" -p " + settings.port() + " -U " + PostgresSettings.OWN_ROLE)
        + " -d \"dbname=postgres replication=$$kind\""
        + " -c \"select case when pg_is_in_recovery() then pg_promote(false) end\" && exit;"
        + " done; exit 1'";
  }

  /** Writes its settings and its unit; starts nothing. What runs reads its settings anew. */
  public static PostgresCluster prepare(PostgresSettings settings, Units units)
      throws DatabaseFailure, InterruptedException {
    Installation installation = Installation.find(settings.version());
    PostgresCluster cluster = new PostgresCluster(settings, units, installation);
    try {
      cluster.files.write();
      new Programs(installation).makeFolder(settings.socketFolder(), "0755");
      if (settings.debianFolder().isPresent()) {
        StartConf.notAtBoot(settings.debianFolder().get());
      }
      new PostgresUnit(settings, installation).write(units);
      cluster.data.adopt();
      if (units.state(settings.unit()).isUp()) {
        cluster.readSettingsAnew();
      }
      return cluster;
    } catch (IOException e) {
      throw new DatabaseFailure("the settings of " + settings.cluster() + ": " + e.getMessage(), e);
    } catch (SystemdFailure e) {
      throw new DatabaseFailure("the unit of " + settings.cluster() + ": " + e.sentence(), e);
    }
  }

  /** Whom it lets in, and its certificates, may be others now. */
  private void readSettingsAnew() {
    try {
      session.query("select pg_reload_conf()", Deadline.in(READ_ANEW));
    } catch (SqlFailure e) {
      log.warn("{} did not read its settings anew: {}", settings.cluster(), e.getMessage());
    }
  }

  /** The command that asks PostgreSQL for its promotion. */
  public String promotion() {
    return promotion;
  }

  @Override
  public void initialise() throws DatabaseFailure, InterruptedException {
    operations.incrementAndGet();
    try {
      data.initialise();
      log.info("{}: made new data in {}", settings.cluster(), settings.dataDirectory());
    } finally {
      operations.decrementAndGet();
    }
  }

  @Override
  public PostgresView look(Duration within) {
    return ask("", Deadline.in(within)).view();
  }

  @Override
  public Probe probe(boolean byWriting, Duration within) {
    return ask(byWriting ? Look.WRITE : "", Deadline.in(within));
  }

  private Probe ask(String before, Deadline deadline) {
    boolean busy = operations.get() > 0;
    try {
      List<List<String>> rows =
          session.query(before + Look.question(settings.peer().value()), deadline);
      PostgresView view = Look.view(rows.getFirst(), busy, data.isUsable());
      following.observed(view);
      if (view.mode() == PostgresMode.WRITABLE && !busy) {
        markAsStandby();
      }
      if (renewals.happened()) {
        log.info("{}: its certificates were renewed", settings.cluster());
        readSettingsAnew();
      }
      return new Probe(true, view);
    } catch (SqlFailure e) {
      return switch (e) {
        case SqlFailure.NobodyThere _, SqlFailure.NoAnswer _ ->
            isDown() ? new Probe(before.isEmpty(), stopped(busy)) : new Probe(false, unknown(busy));
        case SqlFailure.Refused refused -> {
          log.debug("{}: {}", settings.cluster(), refused.getMessage());
          // Also a holder that cannot write any more still tells what it is.
          yield new Probe(false, before.isEmpty() ? unknown(busy) : ask("", deadline).view());
        }
      };
    }
  }

  /** The promotion removes the mark, and whoever asked for it may have been called off. */
  private void markAsStandby() {
    try {
      if (!data.restsAsStandby()) {
        data.restAsStandby();
      }
    } catch (DatabaseFailure e) {
      log.warn("{}: {}", settings.cluster(), e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isDown() {
    try {
      return units.state(settings.unit()).isDown();
    } catch (SystemdFailure e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private PostgresView unknown(boolean busy) {
    return new PostgresView(
        PostgresMode.UNKNOWN, busy, data.isUsable(), 0, 0, 0, false, false, 0, false);
  }

  private PostgresView stopped(boolean busy) {
    if (busy || !data.isUsable()) {
      boolean usable = data.isUsable();
      return new PostgresView(PostgresMode.STOPPED, busy, usable, 0, 0, 0, false, false, 0, false);
    }
    try {
      ControlData control = data.control();
      long lsn = control.lsn();
      return new PostgresView(
          PostgresMode.STOPPED, false, true, lsn, lsn, control.timeline(), false, false, 0, false);
    } catch (DatabaseFailure e) {
      log.warn("{}: {}", settings.cluster(), e.getMessage());
      return new PostgresView(PostgresMode.STOPPED, false, false, 0, 0, 0, false, false, 0, false);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new PostgresView(PostgresMode.STOPPED, false, false, 0, 0, 0, false, false, 0, false);
    }
  }

  @Override
  public void onChange(Runnable hint) {
    units.onChange(settings.unit(), hint);
  }

  @Override
  public void open(boolean waitForPeer, Promotion promotion)
      throws DatabaseFailure, SystemdFailure, InterruptedException {
    operations.incrementAndGet();
    try {
      following.end();
      if (!data.isUsable()) {
        throw new DatabaseFailure(settings.dataDirectory() + " has no data that could be opened");
      }
      files.writeReplication(Optional.empty(), waitForPeer);
      UnitState state = units.state(settings.unit());
      if (!state.isUp()) {
        units.start(settings.unit(), Units.Mode.FAIL, START);
      }
      // The record may say that commits wait, and they do so from the first one on (S10).
      inForce.reload(SettingsFiles.STANDBY_NAMES, files.waiting(waitForPeer), Deadline.in(RELOAD));
      promotion.ask();
      awaitWritable();
      data.restAsStandby();
    } catch (IOException e) {
      throw new DatabaseFailure("the settings of " + settings.cluster() + ": " + e.getMessage(), e);
    } catch (SqlFailure e) {
      throw new DatabaseFailure(settings.cluster() + " could not be opened: " + e.getMessage(), e);
    } finally {
      operations.decrementAndGet();
    }
  }

  private void awaitWritable() throws SqlFailure, InterruptedException {
    Deadline deadline = Deadline.in(PROMOTION);
    while (session.query("select pg_is_in_recovery()", deadline).getFirst().contains("t")) {
      if (deadline.isOver()) {
        throw new SqlFailure.NoAnswer("the promotion did not end in " + PROMOTION);
      }
      Thread.sleep(LOOK_AGAIN_MS);
    }
  }

  @Override
  public boolean prepareStop(Duration within) {
    Deadline deadline = Deadline.in(within);
    boolean ok = checkpoint(deadline);
    if (ok) {
      // What came in during a long one is left, and is less.
      ok = checkpoint(deadline);
    }
    if (!ok) {
      log.warn(
          "{}: a checkpoint takes longer than {}; it is not stopped", settings.cluster(), within);
    }
    return ok;
  }

  @Override
  public PostgresView stopCleanly(Duration within) throws DatabaseFailure {
    operations.incrementAndGet();
    try {
      Deadline deadline = Deadline.in(within);
      boolean unused = checkpoint(Deadline.in(within.dividedBy(2)));
      session.close();
      units.stop(settings.unit(), deadline.left());
      ControlData control = data.control();
      if (!control.wasShutDown()) {
        throw new DatabaseFailure(
            settings.cluster() + " stopped, but not cleanly: it is '" + control.state() + "'");
      }
    } catch (SystemdFailure e) {
      throw new DatabaseFailure(settings.cluster() + " did not stop: " + e.sentence(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseFailure(settings.cluster() + ": its stop was called off", e);
    } finally {
      operations.decrementAndGet();
    }
    return stopped(false);
  }

  /**
   * What is on disk already the shutdown has not to write; it has little time. Over a session of
   * its own, since the probe must not wait for it.
   */
  private boolean checkpoint(Deadline deadline) {
    try (PostgresConnection connection = session.another(deadline)) {
      connection.query("checkpoint", deadline.left());
      return true;
    } catch (SqlFailure e) {
      log.debug("{}: {}", settings.cluster(), e.getMessage());
      return false;
    }
  }

  @Override
  public void follow(SiteId peer, long epoch) throws DatabaseFailure, InterruptedException {
    operations.incrementAndGet();
    try {
      following.begin();
    } finally {
      operations.decrementAndGet();
    }
  }

  @Override
  public long waitForPeer(boolean wait) throws DatabaseFailure {
    return waiting.apply(wait);
  }

  @Override
  public void close() {
    try {
      following.end();
    } catch (DatabaseFailure e) {
      log.warn("{}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    session.close();
  }
}
