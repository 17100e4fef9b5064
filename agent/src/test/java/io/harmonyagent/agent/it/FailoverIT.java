package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.testbed.Certificates;
import io.harmonyagent.testbed.Output;
import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import io.nats.client.Connection;
import io.nats.client.api.KeyValueEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String KEYS = "/etc/harmony-postgres/";

  @RegisterExtension static final Testbed bed = Testbed.withNats(3);

  @TempDir static Path files;

  private static Device shop;
  private static Device barn;
  private static Path document;
  private static Connection mesh;

  @BeforeAll
  static void one_document_for_two_devices() throws Exception {
    bed.boot(bed.pi("shop"), bed.pi("barn"));
    shop = device("shop");
    barn = device("barn");
    String example =
        Files.readString(Binaries.inRepository("examples/multisite-postgres.yaml"))
            .replace("pi-shop.example", "shop")
            .replace("pi-barn.example", "barn")
            .replace("agent: pi-shop", "agent: shop")
            .replace("agent: pi-barn", "agent: barn")
            .replace("debian_cluster: main", "storage_path: /var/lib/shop-postgres")
            .replace("memory: 512Mi", "memory: 256Mi");
    document = Files.writeString(files.resolve("multisite-postgres.yaml"), example);
    assertThat(ctl("init", "--replicas", "3").out()).contains("harmony_failover created");
    mesh = bed.nats().connect();
  }

  @Test
  @Order(1)
  void an_unsafe_document_is_refused_with_both_sides_of_the_inequality() throws Exception {
    Path unsafe =
        Files.writeString(
            files.resolve("unsafe.yaml"),
            Files.readString(document).replace("failover_timeout: 5s", "failover_timeout: 4s"));

    Program refused = ctl("apply", "-f", unsafe.toString());

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("failover_timeout 4000 ms < 5000 ms");
    assertThat(ctl("failover", "list").err()).contains("there is no cluster");
  }

  @Test
  @Order(2)
  void one_document_makes_a_leader_and_a_standby_that_streams() throws Exception {
    shop.startAgent();
    barn.startAgent();

    Program applied = ctl("apply", "-f", document.toString());

    assertThat(applied.exitCode()).as(applied.out() + applied.err()).isZero();
    bed.eventually(FIRST_START, () -> accepts(shop, "create table if not exists kept (id int)"));
    bed.eventually(FIRST_START, FailoverIT::list, text -> text.contains("standby, streams"));
    assertThat(http(shop, "/primary")).isEqualTo("200");
    assertThat(http(barn, "/primary")).isEqualTo("503");
    bed.eventually(LONG, () -> http(barn, "/replica").equals("200"));
    bed.eventually(LONG, () -> ctl("status", "shop").out(), text -> text.contains("primary"));
  }

  @Test
  @Order(3)
  void to_apply_it_again_changes_nothing_but_the_generation() throws Exception {
    long pid = postgresPid(shop);

    assertThat(ctl("apply", "-f", document.toString()).out()).contains("is as it should be");

    assertThat(postgresPid(shop)).isEqualTo(pid);
    assertThat(accepts(shop, "insert into kept values (1)")).isTrue();
    bed.eventually(
        LONG, () -> ctl("diff", "shop").out(), text -> text.startsWith("shop: is what generation"));
  }

  @Test
  @Order(4)
  void the_device_tells_what_its_postgres_says_and_how_its_guard_is() throws Exception {
    Program logs = ctl("logs", "postgres-shop", "--agent", "shop", "--tail", "500");
    assertThat(logs.exitCode()).as(logs.err()).isZero();
    assertThat(logs.out()).contains("accept");

    String findings = ctl("doctor", "--agent", "shop").out();
    assertThat(findings).contains("is armed for shop").doesNotContain("not installed");
  }

  @Test
  @Order(5)
  void a_restart_of_the_agent_interrupts_no_session() throws Exception {
    awaitTheOtherSiteHasEveryCommit(1);
    long pid = postgresPid(shop);
    String before = life(lease());

    shop.pi().run("systemctl", "restart", Device.UNIT).orFail();

    bed.eventually(LONG, () -> http(shop, "/primary").equals("200"));
    assertThat(postgresPid(shop)).isEqualTo(pid);
    assertThat(accepts(shop, "insert into kept values (2)")).isTrue();
    String next = bed.eventually(LONG, FailoverIT::lease, text -> !life(text).equals(before));
    assertThat(next)
        .as("a power cut now would be taken over")
        .contains("\"sync_sites\":[\"site-barn\"]");
  }

  @Test
  @Order(6)
  void a_leader_without_power_is_taken_over_from_and_nothing_is_lost() {
    awaitTheOtherSiteHasEveryCommit(1);
    assertThat(accepts(shop, "insert into kept values (3)")).isTrue();

    shop.pi().powerCut();

    bed.eventually(LONG, () -> accepts(barn, "insert into kept values (4)"));
    assertThat(sql(barn, "select count(*) from kept").text()).isEqualTo("4");
  }

  @Test
  @Order(7)
  void the_old_leader_comes_back_as_a_standby() {
    shop.pi().boot();

    bed.eventually(FIRST_START, FailoverIT::list, text -> text.contains("standby, streams"));
    bed.eventually(
        LONG, () -> sql(shop, "select count(*) from kept").text(), text -> text.equals("4"));
    assertThat(accepts(shop, "insert into kept values (5)")).isFalse();
  }

  @Test
  @Order(8)
  void an_operator_lets_the_other_site_lead_and_nothing_is_lost() throws Exception {
    bed.eventually(LONG, () -> accepts(barn, "insert into kept values (5)"));

    Program done = ctl("failover", "switchover", "shop");

    assertThat(done.exitCode()).as(done.out() + done.err()).isZero();
    assertThat(done.out()).contains("site-shop leads after");
    bed.eventually(LONG, () -> accepts(shop, "insert into kept values (6)"));
    assertThat(sql(shop, "select count(*) from kept").text()).isEqualTo("6");
    bed.eventually(FIRST_START, FailoverIT::list, text -> text.contains("standby, streams"));
  }

  @Test
  @Order(9)
  void a_paused_cluster_takes_over_from_nobody_until_it_is_resumed() throws Exception {
    assertThat(ctl("failover", "pause", "shop").out()).contains("+ paused: true");
    bed.eventually(LONG, FailoverIT::list, text -> text.contains("(paused)"));
    awaitTheOtherSiteHasEveryCommit(3);

    shop.stopAgent();
    bed.eventually(LONG, () -> !shop.pi().isActive("harmony-postgres@shop.service"));
    bed.eventually(
        LONG,
        () -> ctl("failover", "history", "shop", "-o", "wide").out(),
        text -> text.contains("automatic transitions are paused"));
    assertThat(accepts(barn, "insert into kept values (7)")).isFalse();

    assertThat(ctl("failover", "resume", "shop", "-o", "json").out())
        .contains("\"paused\": false", "\"written\": true");
    bed.eventually(LONG, () -> accepts(barn, "insert into kept values (7)"));
    shop.startAgent();
  }

  @Test
  @Order(10)
  void the_history_tells_it_all_and_every_decision_comes_out_the_same_again() throws Exception {
    Program history = ctl("failover", "history", "shop", "--explain", "-o", "wide");

    assertThat(history.exitCode()).as(history.out()).isZero();
    assertThat(history.out())
        .contains("claims the lease over the head of a silent holder")
        .contains("hands over to the other site, as an operator asked")
        .contains("asked again: the same")
        .doesNotContain("NOT THE SAME");
    assertThat(ctl("failover", "history", "shop", "-o", "json").out()).contains("\"same\": true");
  }

  @Test
  @Order(11)
  void what_is_deleted_from_a_manifest_is_fenced_and_its_data_stays() throws Exception {
    Path nothing = Files.writeString(files.resolve("nothing.yaml"), "resources: []\n");

    Program applied = ctl("apply", "-f", nothing.toString(), "--agent", "barn");

    assertThat(applied.exitCode()).as(applied.out() + applied.err()).isZero();
    bed.eventually(LONG, () -> !barn.pi().isActive("harmony-postgres@shop.service"));
    assertThat(barn.pi().exists("/var/lib/shop-postgres/PG_VERSION")).isTrue();
  }

  private static Device device(String name) throws IOException {
    Device device = Device.prepare(bed, name);
    Pi pi = device.pi();
    try (Stream<Path> units = Files.list(Binaries.inRepository("systemd"))) {
      for (Path unit : units.sorted().toList()) {
        String path = "/usr/lib/systemd/system/" + unit.getFileName();
        if (Files.isSymbolicLink(unit)) {
          pi.run("ln", "-sf", Files.readSymbolicLink(unit).toString(), path).orFail();
        } else if (!unit.endsWith(Device.UNIT)) {
          pi.write(path, Files.readString(unit));
        }
      }
    }
    Certificates.Identity identity = bed.certificates().issue(name);
    pi.write(KEYS + "ca.crt", Files.readString(bed.certificates().authority()));
    pi.write(KEYS + "site.crt", Files.readString(identity.certificate()));
    pi.write(KEYS + "site.key", Files.readString(identity.key()));
    pi.run("chown", "postgres", KEYS + "site.key").orFail();
    pi.run("chmod", "600", KEYS + "site.key").orFail();
    pi.run("systemctl", "daemon-reload").orFail();
    return device;
  }

  private static String list() throws Exception {
    return ctl("failover", "list", "shop").out();
  }

  /** In the synchronous modes only such a site may take over; it takes some beats to become one. */
  private static void awaitTheOtherSiteHasEveryCommit(int epoch) {
    bed.eventually(
        LONG,
        FailoverIT::lease,
        text ->
            text.contains("\"epoch\":" + epoch + ",")
                && text.contains("\"sync_sites\":[\"site-barn\"]"));
  }

  /** The record, as it stands in the mesh. */
  private static String lease() throws Exception {
    KeyValueEntry entry = mesh.keyValue("harmony_failover").get("shop.state");
    return entry == null ? "" : entry.getValueAsString();
  }

  private static String life(String lease) {
    return lease.replaceAll(".*\"boot_id\":\"([^\"]*)\".*", "$1");
  }

  private static boolean accepts(Device site, String statement) {
    return sql(site, statement).exitCode() == 0;
  }

  private static Output sql(Device site, String statement) {
    return site.pi()
        .run(
            "timeout",
            "5",
            "runuser",
            "-u",
            "postgres",
            "--",
            "psql",
            "-XqAt",
            "--host=/run/harmony-postgres/shop/socket",
            "--dbname=postgres",
            "--command=" + statement);
  }

  private static String http(Device site, String path) {
    return site.pi()
        .run(
            "timeout",
            "5",
            "bash",
            "-c",
            "exec 3<>/dev/tcp/127.0.0.1/8008; printf 'GET "
                + path
                + " HTTP/1.0\\r\\n\\r\\n' >&3; head -1 <&3 | cut -d' ' -f2")
        .text();
  }

  private static long postgresPid(Device site) {
    return site.pi().mainPid("harmony-postgres@shop.service");
  }

  private static Program ctl(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("-s");
    all.add(bed.nats().node(1).relayUrl());
    return Program.run(
        Binaries.harmonyAgent().resolveSibling("harmonyctl"),
        new byte[0],
        all.toArray(String[]::new));
  }
}
