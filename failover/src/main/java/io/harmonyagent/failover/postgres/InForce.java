package io.harmonyagent.failover.postgres;

import io.harmonyagent.failover.site.DatabaseFailure;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings that change with the role. They stand in a file of ours, and an ALTER SYSTEM is read
 * after it; so what is in force is looked at, and an ALTER SYSTEM of one of them is taken back.
 */
final class InForce {
  private static final Logger log = LoggerFactory.getLogger(InForce.class);
  private static final String ALTERED = "postgresql.auto.conf";
  private static final int LOOK_AGAIN_MS = 10;

  private final String cluster;
  private final Session session;

  InForce(String cluster, Session session) {
    this.cluster = cluster;
    this.session = session;
  }

  /** Has the settings read anew; returns when this one is what it is wanted to be. */
  void reload(String name, String wanted, Deadline deadline)
      throws SqlFailure, InterruptedException, DatabaseFailure {
    session.query("select pg_reload_conf()", deadline);
    boolean takenBack = false;
    String trouble = "";
    while (true) {
      List<String> shown = shown(name, deadline);
      if (shown.getFirst().equals(wanted)) {
        return;
      }
      if (!takenBack && shown.getLast().endsWith(ALTERED)) {
        trouble = takeBack(name, shown.getFirst(), deadline);
        takenBack = true;
      }
      if (deadline.leftMs() <= LOOK_AGAIN_MS) {
        throw new DatabaseFailure(
            "%s is '%s', not '%s'%s; does an ALTER SYSTEM set it? ALTER SYSTEM RESET %s"
                .formatted(name, shown.getFirst(), wanted, trouble, name));
      }
      Thread.sleep(LOOK_AGAIN_MS);
    }
  }

  private List<String> shown(String name, Deadline deadline) throws SqlFailure {
    return session
        .query(
            "select setting, coalesce(sourcefile, '') from pg_settings where name = '" + name + "'",
            deadline)
        .getFirst();
  }

  private String takeBack(String name, String value, Deadline deadline) throws SqlFailure {
    try {
      session.query("alter system reset " + name, deadline);
      session.query("select pg_reload_conf()", deadline);
      log.warn("{}: an ALTER SYSTEM had set {} to '{}'; it is taken back", cluster, name, value);
      return "";
    } catch (SqlFailure.Refused e) {
      return ", and cannot be taken back (" + e.getMessage() + ")";
    }
  }
}
