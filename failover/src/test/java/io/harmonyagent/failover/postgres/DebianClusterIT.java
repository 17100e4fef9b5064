package io.harmonyagent.failover.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A cluster that Debian made, with somebody's data in it, is failed over from now on. */
class DebianClusterIT {
  private static final Duration SOON = Duration.ofSeconds(60);

  @RegisterExtension static final Testbed bed = Testbed.withoutNats();

  @Test
  void it_keeps_its_data_its_unit_and_its_settings() {
    Pi pi = bed.pi("alpha").boot();
    DrivenSite site = DrivenSite.install(bed, pi, "beta", "15-main");
    pi.run("pg_createcluster", "15", "main", "--start-conf=auto", "--port=5433", "--locale=C.UTF-8")
        .orFail();
    pi.run("pg_conftool", "15", "main", "set", "work_mem", "5MB").orFail();
    pi.run("pg_ctlcluster", "15", "main", "start").orFail();
    site.asPostgres("psql", "-p", "5433", "-c", "create table kept as select 1 as i").orFail();
    pi.run("pg_ctlcluster", "15", "main", "stop").orFail();

    site.startAgent();
    assertThat(pi.read("/etc/postgresql/15/main/start.conf")).contains("manual");
    site.does("arm 600000 20000");
    site.does("open false");

    assertThat(pi.isActive("postgresql@15-main")).isTrue();
    assertThat(site.does("look")).contains("WRITABLE");
    assertThat(site.sql("select i from kept")).isEqualTo("1");
    assertThat(site.sql("show work_mem")).isEqualTo("5MB");

    site.does("fence");
    assertThat(site.isDown()).isTrue();
    site.does("disarm");
    pi.run("pg_ctlcluster", "15", "main", "start").orFail();
    bed.eventually(SOON, () -> site.does("look").contains("STANDBY"));
  }
}
