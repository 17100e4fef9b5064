package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.testbed.Release;
import io.harmonyagent.testbed.Testbed;
import java.nio.file.Files;
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
 * A day in the life of a PostgreSQL on two Pis, from one document to the history of what happened.
 * The tests are one story, told in order: each begins where the one before ended.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FailoverIT {
  private static final Duration FIRST_START = Duration.ofSeconds(90);

  @RegisterExtension static final Testbed bed = Testbed.withNats(3);

  @TempDir static Path files;

  private static TwoSites sites;
  private static Device shop;
  private static Device barn;
  private static Path document;

  @BeforeAll
  static void one_document_for_two_devices() throws Exception {
    sites = TwoSites.boot(bed, Release.AS_HERE);
    shop = sites.shop();
    barn = sites.barn();
    document =
        TwoSites.document(
            files,
            text -> text.replace("debian_cluster: main", "storage_path: /var/lib/shop-postgres"));
  }

  @Test
  @Order(1)
  void an_unsafe_document_is_refused_with_both_sides_of_the_inequality() throws Exception {
    Path unsafe =
        Files.writeString(
            files.resolve("unsafe.yaml"),
            Files.readString(document).replace("failover_timeout: 5s", "failover_timeout: 4s"));

    Program refused = sites.ctl("apply", "-f", unsafe.toString());

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("failover_timeout 4000 ms < 5000 ms");
    assertThat(sites.ctl("failover", "list").err()).contains("there is no cluster");
  }

  @Test
  @Order(2)
  void one_document_makes_a_leader_and_a_standby_that_streams() throws Exception {
    shop.startAgent();
    barn.startAgent();

    Program applied = sites.ctl("apply", "-f", document.toString());

    assertThat(applied.exitCode()).as(applied.out() + applied.err()).isZero();
    bed.eventually(
        FIRST_START, () -> sites.accepts(shop, "create table if not exists kept (id int)"));
    bed.eventually(FIRST_START, sites::list, text -> text.contains("standby, streams"));
    assertThat(sites.http(shop, "/primary")).isEqualTo("200");
    assertThat(sites.http(barn, "/primary")).isEqualTo("503");
    bed.eventually(TwoSites.LONG, () -> sites.http(barn, "/replica").equals("200"));
    bed.eventually(
        TwoSites.LONG, () -> sites.ctl("status", "shop").out(), text -> text.contains("primary"));
  }

  @Test
  @Order(3)
  void to_apply_it_again_changes_nothing_but_the_generation() throws Exception {
    long pid = postgresPid(shop);

    assertThat(sites.ctl("apply", "-f", document.toString()).out()).contains("is as it should be");

    assertThat(postgresPid(shop)).isEqualTo(pid);
    assertThat(sites.accepts(shop, "insert into kept values (1)")).isTrue();
    bed.eventually(
        TwoSites.LONG,
        () -> sites.ctl("diff", "shop").out(),
        text -> text.startsWith("shop: is what generation"));
  }

  @Test
  @Order(4)
  void the_device_tells_what_its_postgres_says_and_how_its_guard_is() throws Exception {
    Program logs = sites.ctl("logs", "postgres-shop", "--agent", "shop", "--tail", "500");
    assertThat(logs.exitCode()).as(logs.err()).isZero();
    assertThat(logs.out()).contains("accept");

    String findings = sites.ctl("doctor", "--agent", "shop").out();
    assertThat(findings).contains("is armed for shop").doesNotContain("not installed");
  }

  @Test
  @Order(5)
  void a_restart_of_the_agent_interrupts_no_session() throws Exception {
    sites.awaitTheOtherSiteHasEveryCommit(1);
    long pid = postgresPid(shop);
    String before = life(sites.lease());

    shop.pi().run("systemctl", "restart", Device.UNIT).orFail();

    bed.eventually(TwoSites.LONG, () -> sites.http(shop, "/primary").equals("200"));
    assertThat(postgresPid(shop)).isEqualTo(pid);
    assertThat(sites.accepts(shop, "insert into kept values (2)")).isTrue();
    String next = bed.eventually(TwoSites.LONG, sites::lease, text -> !life(text).equals(before));
    assertThat(next)
        .as("a power cut now would be taken over")
        .contains("\"sync_sites\":[\"site-barn\"]");
  }

  @Test
  @Order(6)
  void a_leader_without_power_is_taken_over_from_and_nothing_is_lost() {
    sites.awaitTheOtherSiteHasEveryCommit(1);
    assertThat(sites.accepts(shop, "insert into kept values (3)")).isTrue();

    shop.pi().powerCut();

    bed.eventually(TwoSites.LONG, () -> sites.accepts(barn, "insert into kept values (4)"));
    assertThat(sites.sql(barn, "select count(*) from kept").text()).isEqualTo("4");
  }

  @Test
  @Order(7)
  void the_old_leader_comes_back_as_a_standby() {
    shop.pi().boot();

    bed.eventually(FIRST_START, sites::list, text -> text.contains("standby, streams"));
    bed.eventually(
        TwoSites.LONG,
        () -> sites.sql(shop, "select count(*) from kept").text(),
        text -> text.equals("4"));
    assertThat(sites.accepts(shop, "insert into kept values (5)")).isFalse();
  }

  @Test
  @Order(8)
  void an_operator_lets_the_other_site_lead_and_nothing_is_lost() throws Exception {
    bed.eventually(TwoSites.LONG, () -> sites.accepts(barn, "insert into kept values (5)"));

    Program done = sites.ctl("failover", "switchover", "shop");

    assertThat(done.exitCode()).as(done.out() + done.err()).isZero();
    assertThat(done.out()).contains("site-shop leads after");
    bed.eventually(TwoSites.LONG, () -> sites.accepts(shop, "insert into kept values (6)"));
    assertThat(sites.sql(shop, "select count(*) from kept").text()).isEqualTo("6");
    bed.eventually(FIRST_START, sites::list, text -> text.contains("standby, streams"));
  }

  @Test
  @Order(9)
  void a_paused_cluster_takes_over_from_nobody_until_it_is_resumed() throws Exception {
    assertThat(sites.ctl("failover", "pause", "shop").out()).contains("+ paused: true");
    bed.eventually(TwoSites.LONG, sites::list, text -> text.contains("(paused)"));
    sites.awaitTheOtherSiteHasEveryCommit(3);

    shop.stopAgent();
    bed.eventually(TwoSites.LONG, () -> !shop.pi().isActive("harmony-postgres@shop.service"));
    bed.eventually(
        TwoSites.LONG,
        () -> sites.ctl("failover", "history", "shop", "-o", "wide").out(),
        text -> text.contains("automatic transitions are paused"));
    assertThat(sites.accepts(barn, "insert into kept values (7)")).isFalse();

    assertThat(sites.ctl("failover", "resume", "shop", "-o", "json").out())
        .contains("\"paused\": false", "\"written\": true");
    bed.eventually(TwoSites.LONG, () -> sites.accepts(barn, "insert into kept values (7)"));
    shop.startAgent();
  }

  @Test
  @Order(10)
  void the_history_tells_it_all_and_every_decision_comes_out_the_same_again() throws Exception {
    Program history = sites.ctl("failover", "history", "shop", "--explain", "-o", "wide");

    assertThat(history.exitCode()).as(history.out()).isZero();
    assertThat(history.out())
        .contains("claims the lease over the head of a silent holder")
        .contains("hands over to the other site, as an operator asked")
        .contains("asked again: the same")
        .doesNotContain("NOT THE SAME");
    assertThat(sites.ctl("failover", "history", "shop", "-o", "json").out())
        .contains("\"same\": true");
  }

  @Test
  @Order(11)
  void what_is_deleted_from_a_manifest_is_fenced_and_its_data_stays() throws Exception {
    Path nothing = Files.writeString(files.resolve("nothing.yaml"), "resources: []\n");

    Program applied = sites.ctl("apply", "-f", nothing.toString(), "--agent", "barn");

    assertThat(applied.exitCode()).as(applied.out() + applied.err()).isZero();
    bed.eventually(TwoSites.LONG, () -> !barn.pi().isActive("harmony-postgres@shop.service"));
    assertThat(barn.pi().exists("/var/lib/shop-postgres/PG_VERSION")).isTrue();
  }

  private static String life(String lease) {
    return lease.replaceAll(".*\"boot_id\":\"([^\"]*)\".*", "$1");
  }

  private static long postgresPid(Device site) {
    return site.pi().mainPid("harmony-postgres@shop.service");
  }
}
