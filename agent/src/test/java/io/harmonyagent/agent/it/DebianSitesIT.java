package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Release;
import io.harmonyagent.testbed.Testbed;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The cluster that Debian made on each of two devices, with PostgreSQL 17: one has somebody's data
 * in it, the other one is as new. One story, told in order.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DebianSitesIT {
  private static final Duration FIRST_START = Duration.ofSeconds(90);
  private static final String UNIT = "postgresql@17-main.service";
  private static final String DATA = "/var/lib/postgresql/17/main";

  @RegisterExtension static final Testbed bed = Testbed.withNats(3);

  @TempDir static Path files;

  private static TwoSites sites;

  @BeforeAll
  static void debian_made_a_cluster_on_both_and_somebody_used_one() throws Exception {
    sites = TwoSites.boot(bed, Release.DEBIAN_13);
    for (Device each : new Device[] {sites.shop(), sites.barn()}) {
      each.pi().run("pg_createcluster", "17", "main", "--locale=C.UTF-8").orFail();
    }
    Pi shop = sites.shop().pi();
    shop.run("pg_ctlcluster", "17", "main", "start").orFail();
    String table = "create table kept as select 1 as id";
    shop.run("runuser", "-u", "postgres", "--", "psql", "-Xqc", table).orFail();
  }

  @Test
  @Order(1)
  void the_used_one_leads_and_the_other_one_keeps_its_own_until_that_is_moved_away()
      throws Exception {
    Path document =
        TwoSites.document(files, text -> text.replace("version: \"15\"", "version: \"17\""));
    sites.shop().startAgent();
    sites.barn().startAgent();

    Program applied = sites.ctl("apply", "-f", document.toString());

    assertThat(applied.exitCode()).as(applied.out() + applied.err()).isZero();
    awaitStatus("shop", "stop that PostgreSQL");

    sites.shop().pi().run("pg_ctlcluster", "17", "main", "stop").orFail();

    bed.eventually(FIRST_START, () -> sites.accepts(sites.shop(), "insert into kept values (2)"));
    assertThat(sites.sql(sites.shop(), "show server_version").text()).startsWith("17.");
    awaitStatus("barn", "move it away to get a clone");

    sites.barn().pi().run("mv", DATA, DATA + ".before").orFail();

    bed.eventually(FIRST_START, sites::list, text -> text.contains("standby, streams"));
    assertThat(sites.barn().pi().isActive(UNIT)).isTrue();
    assertThat(sites.barn().pi().exists(DATA + ".before/PG_VERSION")).isTrue();
  }

  @Test
  @Order(2)
  void it_is_taken_over_from_and_comes_back() {
    sites.awaitTheOtherSiteHasEveryCommit(1);

    sites.shop().pi().powerCut();

    bed.eventually(TwoSites.LONG, () -> sites.accepts(sites.barn(), "insert into kept values (3)"));
    assertThat(sites.sql(sites.barn(), "select count(*) from kept").text()).isEqualTo("3");
    sites.shop().pi().boot();
    bed.eventually(FIRST_START, sites::list, text -> text.contains("standby, streams"));
    bed.eventually(
        TwoSites.LONG,
        () -> sites.sql(sites.shop(), "select count(*) from kept").text(),
        text -> text.equals("3"));
  }

  @Test
  @Order(3)
  void an_operator_lets_the_first_one_lead_again() throws Exception {
    Program done = sites.ctl("failover", "switchover", "shop");

    assertThat(done.exitCode()).as(done.out() + done.err()).isZero();
    bed.eventually(TwoSites.LONG, () -> sites.accepts(sites.shop(), "insert into kept values (4)"));
    assertThat(sites.sql(sites.shop(), "select count(*) from kept").text()).isEqualTo("4");
  }

  private static void awaitStatus(String agent, String sentence) {
    bed.eventually(
        FIRST_START,
        () -> sites.ctl("status", agent, "-o", "json").out(),
        text -> text.contains(sentence));
  }
}
