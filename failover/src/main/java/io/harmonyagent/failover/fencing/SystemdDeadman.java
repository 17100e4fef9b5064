package io.harmonyagent.failover.fencing;

import io.harmonyagent.failover.site.DatabaseFailure;
import io.harmonyagent.failover.site.Deadman;
import io.harmonyagent.failover.systemd.SystemdFailure;
import io.harmonyagent.failover.systemd.Units;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The deadline as a unit of PID 1's (adr/0012). A deadline is a moment, written down, so an agent
 * that freezes on the way extends nothing; and what moves it is the replacement of a file.
 */
public final class SystemdDeadman implements Deadman {
  private static final Logger log = LoggerFactory.getLogger(SystemdDeadman.class);
  private static final Duration STOP = Duration.ofSeconds(5);
  private static final Duration START = Duration.ofSeconds(5);
  private static final Duration OPEN = Duration.ofSeconds(15);

  private final Units units;
  private final GuardUnits guard;
  private final GuardFiles files;
  private final DeadlineFile deadline;
  private final Openable database;
  private long fenceMs = -1;

  /**
   * @param unit PostgreSQL's
   * @param promotion the command that promotes it
   */
  public SystemdDeadman(
      Units units, String cluster, String unit, int port, String promotion, Openable database) {
    this.units = units;
    this.guard = new GuardUnits(cluster);
    this.files = new GuardFiles(units, guard, unit, port, promotion);
    this.deadline = new DeadlineFile(cluster);
    this.database = database;
  }

  @Override
  public void prepare(long newFenceMs) throws DatabaseFailure {
    guarded("prepare the units that guard it", () -> allowFence(newFenceMs));
  }

  /** Reading all units anew takes PID 1 a while, so a lease is better not waiting for it. */
  private synchronized void allowFence(long newFenceMs)
      throws SystemdFailure, InterruptedException {
    if (newFenceMs != fenceMs) {
      files.allowFence(Duration.ofMillis(newFenceMs));
      fenceMs = newFenceMs;
    }
  }

  @Override
  public void arm(long deadlineMs, long newFenceMs) throws DatabaseFailure {
    guarded(
        "arm the deadman",
        () -> {
          allowFence(newFenceMs);
          deadline.replace(deadlineMs);
          if (!units.isActive(guard.deadman())) {
            // Refused beside a fence that has begun: that one goes first.
            units.start(guard.deadman(), Units.Mode.FAIL, START);
          }
        });
  }

  @Override
  public void disarm() throws DatabaseFailure {
    guarded("disarm the deadman", () -> letGo(units, guard, deadline));
  }

  /** Lets go of the deadline of a cluster whose PostgreSQL was seen to have ended. */
  public static void letGo(Units units, String cluster)
      throws SystemdFailure, IOException, InterruptedException {
    letGo(units, new GuardUnits(cluster), new DeadlineFile(cluster));
  }

  private static void letGo(Units units, GuardUnits guard, DeadlineFile deadline)
      throws SystemdFailure, IOException, InterruptedException {
    units.stop(guard.deadman(), STOP);
    deadline.remove();
  }

  @Override
  public OptionalLong deadlineMs() {
    try {
      return units.isActive(guard.deadman()) ? deadline.read() : OptionalLong.empty();
    } catch (SystemdFailure e) {
      log.warn("the deadman of {} could not be read: {}", guard.cluster(), e.sentence());
    } catch (IOException e) {
      log.warn("the deadman of {} could not be read: {}", guard.cluster(), e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return OptionalLong.empty();
  }

  @Override
  public void openForWrites(long epoch, boolean waitForPeer) throws DatabaseFailure {
    guarded(
        "open for writes in epoch " + epoch,
        () -> database.open(waitForPeer, () -> units.start(guard.open(), Units.Mode.FAIL, OPEN)));
  }

  private interface Steps {
    void run() throws SystemdFailure, DatabaseFailure, IOException, InterruptedException;
  }

  private void guarded(String what, Steps steps) throws DatabaseFailure {
    try {
      steps.run();
    } catch (SystemdFailure e) {
      throw new DatabaseFailure(guard.cluster() + ": could not " + what + ": " + e.sentence(), e);
    } catch (IOException e) {
      throw new DatabaseFailure(guard.cluster() + ": could not " + what + ": " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseFailure(guard.cluster() + ": was called off: " + what, e);
    }
  }
}
