package io.harmonyagent.failover.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.testbed.Testbed;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The life of two PostgreSQL that take turns, told in its order. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PostgresIT {
  private static final Duration SOON = Duration.ofSeconds(60);

  @RegisterExtension static final Testbed bed = Testbed.withoutNats();

  private static DrivenSite alpha;
  private static DrivenSite beta;

  @BeforeAll
  static void boot() {
    bed.boot(bed.pi("alpha"), bed.pi("beta"));
    alpha = DrivenSite.install(bed, bed.pi("alpha"), "beta", "-");
    beta = DrivenSite.install(bed, bed.pi("beta"), "alpha", "-");
    alpha.startAgent();
    beta.startAgent();
  }

  @Test
  @Order(0)
  void a_folder_with_something_in_it_is_left_alone_unless_it_is_torn_data_of_ours() {
    alpha.pi().write("/var/lib/heating/photo", "somebody's");
    assertThat(alpha.ask("init")).startsWith("failed").contains("is not empty");
    assertThat(alpha.ask("follow")).startsWith("failed");
    assertThat(alpha.pi().read("/var/lib/heating/photo")).isEqualTo("somebody's");

    // As a power cut in the middle of an initialisation leaves it.
    alpha.pi().run("chown", "-R", "postgres", "/var/lib/heating").orFail();
    alpha.pi().run("chmod", "700", "/var/lib/heating").orFail();
    noted(alpha, "INITIALISING");
    assertThat(alpha.does("look")).contains("usable=false");
  }

  @Test
  @Order(10)
  void the_first_primary_is_initialised_and_opened() {
    assertThat(alpha.does("look")).contains("STOPPED").contains("usable=false");
    alpha.becomeFirstPrimary(600_000, 20_000);
    assertThat(alpha.does("look")).contains("WRITABLE").contains("timeline=2");
    assertThat(alpha.does("write 2000")).isEqualTo("true WRITABLE");
  }

  @Test
  @Order(20)
  void nothing_is_opened_without_an_armed_deadman() {
    alpha.does("stop 30000");
    alpha.does("disarm");
    assertThat(alpha.ask("open false")).startsWith("failed").contains("harmony-open@heating");
    assertThat(alpha.does("look")).contains("STANDBY");
    assertThat(alpha.pi().run("systemctl", "start", "harmony-deadman@heating").ok()).isFalse();
    // That was taken for a deadline that has passed, so there is a fence to wait for.
    bed.eventually(SOON, () -> alpha.ask("arm 600000 20000").startsWith("ok"));
    alpha.does("open false");
    assertThat(alpha.does("write 2000")).isEqualTo("true WRITABLE");
  }

  @Test
  @Order(30)
  void the_other_site_clones_over_tls_and_streams() {
    alpha.sql("create table t (i int primary key)");
    beta.does("follow");
    assertThat(beta.does("look")).contains("STANDBY").contains("streaming=true");
    assertThat(alpha.does("look")).contains("peerStreaming=true");
    assertThat(alpha.sql("select ssl from pg_stat_ssl join pg_stat_replication using (pid)"))
        .isEqualTo("t");
  }

  @Test
  @Order(40)
  void commits_wait_for_the_other_site_once_that_is_confirmed() {
    alpha.does("wait true");
    bed.eventually(
        SOON,
        () -> alpha.sql("select sync_state from pg_stat_replication"),
        state -> state.equals("sync"));
    alpha.sql("insert into t values (1)");
    beta.pi().stop(beta.unit());
    assertThat(alpha.commitsWithin(2, "insert into t values (2)")).isFalse();
    assertThat(alpha.does("write 2000")).isEqualTo("true WRITABLE");
    alpha.does("wait false");
    alpha.sql("insert into t values (3)");
    beta.does("follow");
    assertThat(beta.does("look")).contains("streaming=true");
  }

  @Test
  @Order(44)
  void an_alter_system_overrules_nothing_that_commits_rest_on_and_what_it_may_is_noticed() {
    beta.does("follow");
    alpha.does("wait true");
    assertThat(alpha.does("look")).contains("waits=true");
    for (String setting :
        List.of("synchronous_commit = off", "fsync = off", "synchronous_standby_names = ''")) {
      alpha.sql("alter system set " + setting);
    }
    alpha.sql("select pg_reload_conf()");
    assertThat(alpha.sql("show synchronous_commit") + alpha.sql("show fsync")).isEqualTo("onon");
    bed.eventually(SOON, () -> alpha.does("look").contains("waits=false"));

    alpha.does("wait true");

    assertThat(alpha.does("look")).contains("waits=true");
    assertThat(alpha.pi().read("/var/lib/heating/postgresql.auto.conf"))
        .doesNotContain("synchronous_standby_names");
    alpha.sql("alter system reset all");
    alpha.does("wait false");
  }

  @Test
  @Order(47)
  void the_probe_goes_on_when_clients_have_taken_every_connection() {
    int all = Integer.parseInt(alpha.sql("show max_connections"));
    String folder = "/run/harmony-postgres/heating/socket";
    String client = "psql -h " + folder + " -p 5433 -c 'select pg_sleep(600)' & ";
    alpha
        .pi()
        .run(
            "systemd-run",
            "--unit=crowd",
            "--property=User=postgres",
            "sh",
            "-c",
            client.repeat(all + 2) + "wait")
        .orFail();
    try {
      bed.eventually(SOON, () -> alpha.trySql("select 1").err().contains("too many clients"));
      // More often than a session is used, so that a new one is needed.
      for (int i = 0; i < 15; i++) {
        assertThat(alpha.does("write 2000")).isEqualTo("true WRITABLE");
      }
      assertThat(alpha.does("prepare 20000")).isEqualTo("true");
      alpha.does("wait true");
      alpha.does("wait false");
    } finally {
      alpha.pi().stop("crowd");
    }
    bed.eventually(SOON, () -> alpha.trySql("select 1").ok());
  }

  @Test
  @Order(50)
  void the_probe_does_not_queue_behind_a_commit_that_waits() {
    beta.pi().stop(beta.unit());
    alpha.does("wait true");
    assertThat(alpha.sql("select count(*) from pg_stat_activity where wait_event = 'SyncRep'"))
        .isEqualTo("1");
    assertThat(alpha.does("write 2000")).isEqualTo("true WRITABLE");
    alpha.does("wait false");
    beta.does("follow");
    assertThat(beta.does("look")).contains("streaming=true");
  }

  @Test
  @Order(60)
  void after_a_clean_stop_the_other_site_has_all_and_the_first_one_follows_without_a_rewind() {
    String stopped = alpha.does("stop 30000");
    alpha.does("disarm");
    assertThat(stopped).contains("STOPPED");
    beta.does("arm 600000 20000");
    beta.does("open false");
    assertThat(beta.does("look")).contains("timeline=4");
    assertThat(beta.sql("select count(*) from t")).isEqualTo("3");
    alpha.does("follow");
    assertThat(alpha.does("look")).contains("streaming=true").contains("timeline=4");
    assertThat(alpha.pi().journal()).doesNotContain("pg_rewind: servers diverged");
  }

  @Test
  @Order(70)
  void a_primary_that_went_on_alone_is_rewound() {
    alpha.pi().partitionFrom(beta.pi());
    beta.sql("insert into t values (50)");
    alpha.does("arm 600000 20000");
    alpha.does("open false");
    alpha.sql("insert into t values (60)");
    beta.does("fence");
    beta.does("disarm");
    bed.heal();
    beta.does("follow");
    assertThat(beta.does("look")).contains("streaming=true");
    bed.eventually(SOON, () -> beta.sql("select i from t where i >= 50"), "60"::equals);
  }

  @Test
  @Order(80)
  void a_data_directory_torn_in_a_rewind_is_cloned() {
    beta.does("fence");
    beta.pi().run("test", "-e", "/var/lib/heating/standby.signal").orFail();
    noted(beta, "REWINDING");
    beta.pi().run("rm", "/var/lib/heating/global/pg_control").orFail();
    assertThat(beta.does("look")).contains("usable=false");
    beta.does("follow");
    assertThat(beta.does("look")).contains("streaming=true").contains("usable=true");
  }

  @Test
  @Order(90)
  void a_probe_of_a_frozen_postgres_ends_in_time() {
    signal(alpha, "STOP");
    long begin = System.nanoTime();
    assertThat(alpha.does("write 500")).isEqualTo("false UNKNOWN");
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(3));
    signal(alpha, "CONT");
    bed.eventually(SOON, () -> alpha.does("write 2000"), "true WRITABLE"::equals);
  }

  @Test
  @Order(100)
  void a_crash_is_seen_as_a_stop_and_opened_in_place() {
    signal(alpha, "KILL");
    bed.eventually(SOON, () -> alpha.does("look").contains("STOPPED"));
    alpha.does("open false");
    assertThat(alpha.does("write 2000")).isEqualTo("true WRITABLE");
    bed.eventually(SOON, () -> beta.does("look").contains("streaming=true"));
  }

  @Test
  @Order(110)
  void a_full_disk_ends_it_instead_of_letting_it_hang() {
    alpha.pi().fillDisk();
    try {
      // What is allocated already can still be written to: only a new segment of the log cannot.
      bed.eventually(
          SOON,
          () -> {
            alpha.trySql("select pg_switch_wal() from generate_series(1, 3)");
            return alpha.does("write 1000").endsWith("STOPPED");
          });
    } finally {
      alpha.pi().freeDisk();
    }
    alpha.does("open false");
    assertThat(alpha.does("write 2000")).isEqualTo("true WRITABLE");
  }

  @Test
  @Order(120)
  void a_replica_that_was_away_for_longer_than_the_log_is_kept_is_cloned() {
    bed.eventually(SOON, () -> beta.does("look").contains("streaming=true"));
    beta.pi().stop(beta.unit());
    alpha.sql("alter system set max_slot_wal_keep_size = '16MB'");
    alpha.sql("alter system set wal_keep_size = 0");
    alpha.sql("select pg_reload_conf()");
    for (int i = 0; i < 6; i++) {
      alpha.sql("insert into t values (" + (1_000 + i) + ")");
      alpha.sql("select pg_switch_wal()");
    }
    alpha.sql("checkpoint");
    assertThat(alpha.sql("select wal_status from pg_replication_slots")).isEqualTo("lost");
    beta.does("follow");
    // It runs, and is seen not to get on; whoever finds it stopped lets it follow again.
    bed.eventually(Duration.ofMinutes(2), () -> beta.does("look").contains("STOPPED"));
    beta.does("follow");
    assertThat(beta.does("look")).contains("streaming=true");
    bed.eventually(
        SOON, () -> beta.trySql("select count(*) from t where i >= 1000").text(), "6"::equals);
  }

  private static void signal(DrivenSite site, String name) {
    site.pi().run("systemctl", "kill", "--signal=" + name, site.unit()).orFail();
  }

  private static void noted(DrivenSite site, String condition) {
    site.pi()
        .write(
            "/var/lib/harmony-agent/failover/heating/postgres-data",
            condition + "\n/var/lib/heating\n");
  }
}
