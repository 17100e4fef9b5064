package io.harmonyagent.failover.postgres;

import io.harmonyagent.failover.core.PostgresMode;
import io.harmonyagent.failover.core.PostgresView;
import java.util.List;

/** One question that tells all that the core wants to know of a PostgreSQL that runs. */
final class Look {
  static final String WRITE = "set synchronous_commit = local; update harmony.beat set n = n + 1; ";

  private Look() {}

  /** The timeline of a standby that is cut off stands only in the names of the log's segments. */
  static String question(String peer) {
    return """
        select r,
          (case when r then greatest(coalesce(pg_last_wal_receive_lsn(), '0/0'),
                                     coalesce(pg_last_wal_replay_lsn(), '0/0'))
                else pg_current_wal_lsn() end - '0/0')::bigint,
          (case when r then coalesce(pg_last_wal_replay_lsn(), '0/0')
                else pg_current_wal_lsn() end - '0/0')::bigint,
          case when not r then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint
               else coalesce(
                 (select received_tli from pg_stat_wal_receiver where status = 'streaming'),
                 (select max(('x' || left(name, 8))::bit(32)::bigint) from pg_ls_waldir()
                   where name ~ '^[0-9A-F]{24}$')) end,
          exists (select from pg_stat_wal_receiver where status = 'streaming'),
          peer.n > 0,
          coalesce(peer.flushed, 0),
          not r and current_setting('synchronous_standby_names') in ('%2$s', '%3$s')
        from (select pg_is_in_recovery() as r) as now,
          (select count(*) as n, max((flush_lsn - '0/0')::bigint) as flushed
             from pg_stat_replication
            where application_name = '%1$s' and state = 'streaming') as peer"""
        .formatted(
            literal(peer),
            literal(SettingsFiles.waitingFor(peer)),
            literal(SettingsFiles.waitingFor(SettingsFiles.NOBODY)));
  }

  private static String literal(String text) {
    return text.replace("'", "''");
  }

  static PostgresView view(List<String> row, boolean busy, boolean usable) {
    boolean standby = isTrue(row.get(0));
    return new PostgresView(
        standby ? PostgresMode.STANDBY : PostgresMode.WRITABLE,
        busy,
        usable,
        Long.parseLong(row.get(1)),
        Long.parseLong(row.get(2)),
        Long.parseLong(row.get(3)),
        isTrue(row.get(4)),
        isTrue(row.get(5)),
        Long.parseLong(row.get(6)),
        isTrue(row.get(7)));
  }

  private static boolean isTrue(String text) {
    return text.equals("t");
  }
}
