package io.harmonyagent.failover.postgres;

import io.harmonyagent.failover.site.DatabaseFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * Lets commits wait for the other site, or not, and proves that it took hold (S10). A setting that
 * a session shows says little: whether commits wait is in shared memory, and brought up to date by
 * the checkpointer, which may be busy. So first nobody is waited for by a name that nobody has: a
 * commit that waits for that one is the proof. Then the real name goes in, and only it lets commits
 * go on.
 */
final class Waiting {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int LOOK_AGAIN_MS = 10;

  /**
   * A commit without a row: one that waits keeps its locks, and the probe must never queue behind
   * it.
   */
  private static final String COMMIT =
      "set synchronous_commit = on; select pg_logical_emit_message(true, 'harmony', '')";

  private final PostgresSettings settings;
  private final SettingsFiles files;
  private final Session session;
  private final InForce inForce;

  Waiting(PostgresSettings settings, SettingsFiles files, Session session, InForce inForce) {
    this.settings = settings;
    this.files = files;
    this.session = session;
    this.inForce = inForce;
  }

  /** Returns where PostgreSQL stood after it had taken hold. */
  long apply(boolean wait) throws DatabaseFailure {
    Deadline deadline = Deadline.in(LIMIT);
    try {
      if (wait) {
        files.waitFor(SettingsFiles.NOBODY);
        reload(SettingsFiles.waitingFor(SettingsFiles.NOBODY), deadline);
        awaitCommitThatWaits(deadline);
      }
      files.writeReplication(Optional.empty(), wait);
      reload(files.waiting(wait), deadline);
      return Long.parseLong(
          session
              .query("select (pg_current_wal_insert_lsn() - '0/0')::bigint", deadline)
              .getFirst()
              .getFirst());
    } catch (IOException e) {
      throw new DatabaseFailure("the settings of " + settings.cluster() + ": " + e.getMessage(), e);
    } catch (SqlFailure e) {
      throw new DatabaseFailure(
          settings.cluster()
              + (wait ? ": commits may not wait: " : ": commits may still wait: ")
              + e.getMessage(),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseFailure(settings.cluster() + ": was called off", e);
    }
  }

  private void reload(String wanted, Deadline deadline)
      throws SqlFailure, InterruptedException, DatabaseFailure {
    inForce.reload(SettingsFiles.STANDBY_NAMES, wanted, deadline);
  }

  /** Commits again and again, until one waits. It goes on when the real name is in. */
  private void awaitCommitThatWaits(Deadline deadline) throws SqlFailure, InterruptedException {
    while (!deadline.isOver()) {
      try (PostgresConnection commits = session.another(deadline)) {
        String pid =
            commits.query("select pg_backend_pid()", deadline.left()).getFirst().getFirst();
        CommitInBackground commit = new CommitInBackground(commits, COMMIT, deadline);
        commit.begin();
        while (!commit.isOver() && !deadline.isOver()) {
          if (isWaiting(pid, deadline)) {
            return;
          }
          Thread.sleep(LOOK_AGAIN_MS);
        }
      }
    }
    throw new SqlFailure.NoAnswer("no commit was seen to wait within " + LIMIT);
  }

  private boolean isWaiting(String pid, Deadline deadline) throws SqlFailure {
    return !session
        .query(
            "select from pg_stat_activity where wait_event = 'SyncRep' and pid = " + pid, deadline)
        .isEmpty();
  }
}
