package io.harmonyagent.failover.postgres;

import java.util.List;

/**
 * What the failover needs inside a database, made once, before anybody can connect. Two roles
 * without a password: the agent's own, and the other site's; each may do what it has to, and no
 * more.
 */
final class Roles {
  private Roles() {}

  /** One statement a line, as the single-user mode reads them; all may have been made before. */
  static String statements() {
    return String.join(
            "\n",
            List.of(
                role("harmony"),
                "grant pg_monitor, pg_checkpoint to harmony",
                execute("pg_promote(boolean, integer)", "harmony"),
                execute("pg_reload_conf()", "harmony"),
                // What an ALTER SYSTEM makes of these is taken back.
                "grant alter system on parameter "
                    + String.join(
                        ", ",
                        SettingsFiles.STANDBY_NAMES,
                        SettingsFiles.UPSTREAM,
                        SettingsFiles.SLOT)
                    + " to harmony",
                role("harmony_replication"),
                "grant pg_checkpoint to harmony_replication",
                execute("pg_ls_dir(text, boolean, boolean)", "harmony_replication"),
                execute("pg_stat_file(text, boolean)", "harmony_replication"),
                execute("pg_read_binary_file(text)", "harmony_replication"),
                execute(
                    "pg_read_binary_file(text, bigint, bigint, boolean)", "harmony_replication"),
                "create schema if not exists harmony authorization harmony",
                "create table if not exists harmony.beat"
                    + " (one boolean primary key default true check (one), n bigint not null)",
                "insert into harmony.beat (n) values (0) on conflict do nothing",
                "alter table harmony.beat owner to harmony"))
        + "\n";
  }

  private static String role(String name) {
    return "do $$ begin create role "
        + name
        + " login replication; exception when duplicate_object then null; end $$";
  }

  private static String execute(String function, String role) {
    return "grant execute on function pg_catalog." + function + " to " + role;
  }
}
