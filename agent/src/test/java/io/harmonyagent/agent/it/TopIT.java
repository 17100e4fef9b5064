package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.failover.lease.FailoverBucket;
import io.harmonyagent.testbed.Testbed;
import io.nats.client.Connection;
import io.nats.client.KeyValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code harmonyctl top} in a real terminal, with a real device in its view. */
class TopIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1);

  private static Device kitchen;
  private static ControlPlane control;
  private static long generation;

  private Tmux terminal;

  @BeforeAll
  static void a_device_with_something_that_fails() {
    control = ControlPlane.start(bed);
    kitchen = Device.running(bed, "kitchen");
    want("one");
    control.want("barn", ControlPlane.oneFile(7, "/etc/barn", "x"));
    control.awaitFailed("kitchen", "clock");
  }

  @BeforeEach
  void somebody_sits_down() throws IOException {
    terminal = Tmux.open(bed, 80, 24);
  }

  @AfterEach
  void and_leaves() {
    terminal.close();
  }

  @Test
  void from_the_fleet_into_an_agent_into_a_resource_and_back() {
    open();
    String fleet = terminal.awaitAll("kitchen  Degraded", "barn     Unknown");
    assertThat(masked(fleet).lines())
        .containsExactly(
            " harmony top › fleet                                     nats://HOST",
            " 2 agents   0 Ready   1 Degraded   0 Offline   1 Unknown",
            "",
            " AGENT    STATE       GEN     BEAT READY TROUBLE",
            " kitchen  Degraded    GEN #    3/4   clock: TROUBLE",
            " barn     Unknown     0/7     -    -");
    terminal.press("Enter");
    String agent = masked(terminal.awaitAll("› fleet › kitchen", "page", "clock"));
    assertThat(agent.lines().filter(line -> line.matches(" (site|page|clock) .*")).toList())
        .first()
        .asString()
        .startsWith(" site ");
    terminal.press("Down", "Down");
    terminal.press("Enter");
    terminal.awaitAll("› kitchen › ", "EVENTS, the newest first");
    terminal.press("Escape");
    terminal.awaitAll("› fleet › kitchen", "RESOURCE");
    terminal.press("Left");
    terminal.awaitAll("› fleet ", "2 agents");
  }

  @Test
  void a_drift_is_seen_while_one_looks() {
    open("kitchen");
    terminal.awaitAll("› fleet › kitchen", "page");
    kitchen.pi().write("/srv/site/index", "by hand");

    terminal.await(screen -> screen.matches("(?s).*page +File +Ready .* ago: .*"));
  }

  private static void want(String content) {
    control.want(
        "kitchen",
        """
        {"generation": %d, "resources": [
          {"id": "page", "depends_on": ["site"],
           "spec": {"kind": "File", "path": "/srv/site/index", "content": {"inline": "%s"}}},
          {"id": "site", "spec": {"kind": "File", "path": "/srv/site", "content": {"directory": {}}}},
          {"id": "journal",
           "spec": {"kind": "SystemdUnit", "name": "systemd-journald.service", "state": "active"}},
          {"id": "clock",
           "spec": {"kind": "SystemdUnit", "name": "no-such.service", "state": "active"}}]}
        """
            .formatted(++generation, content));
  }

  @Test
  void a_new_manifest_is_followed_live() {
    open("kitchen");
    terminal.awaitAll("› fleet › kitchen", "page");
    want("two");

    terminal.awaitAll("generation " + generation + "  ");
    terminal.press("Escape");
    terminal.await(screen -> screen.matches("(?s).*kitchen +Degraded +" + generation + " .*"));
  }

  @Test
  void the_log_of_a_unit_comes_from_its_device() {
    open("kitchen");
    terminal.awaitAll("› fleet › kitchen", "journal");
    terminal.type("/journal");
    terminal.awaitAll("only 'journal'");
    terminal.press("l");
    terminal.awaitAll("› kitchen › journal › log", "Journal started");
    terminal.press("Escape");
    terminal.awaitAll("› fleet › kitchen", "only 'journal'");
  }

  @Test
  void a_failover_cluster_shows_who_leads_since_when() throws Exception {
    Connection mesh = bed.nats().connect();
    FailoverBucket.create(mesh, 1);
    KeyValue records = mesh.keyValue(FailoverBucket.NAME);
    records.put("orders.state", lease(7, "north", "create").getBytes(StandardCharsets.UTF_8));
    open();
    terminal.awaitAll("kitchen", "q quit");
    terminal.press("f");
    terminal.awaitAll("› failover › orders", "leads       north", "epoch 7", "heartbeat");
    records.put("orders.state", lease(8, "south", "promote").getBytes(StandardCharsets.UTF_8));
    terminal.awaitAll("leads       south", "epoch 8  south leads (promote)", "epoch 7  north");
    terminal.press("Escape");
    terminal.awaitAll("› fleet ");
  }

  private static String lease(long epoch, String holder, String cause) {
    return """
    {"epoch": %d, "current_primary": "%s", "site_id": "%s", "status": "healthy", "counter": 1,
     "lsn": 1, "timeline": 1, "replication": "async", "config_revision": 1, "config_seen": 1,
     "failover_timeout_ms": 30000, "claim": {"site": "%s", "boot_id": "b", "number": 1},
     "cause": "%s"}
    """
        .formatted(epoch, holder, holder, holder, cause);
  }

  @Test
  void a_filter_is_typed_kept_and_dropped() {
    open();
    terminal.awaitAll("kitchen", "barn");
    terminal.type("/KITCH");
    assertThat(terminal.awaitAll("only 'KITCH', esc: all")).doesNotContain("barn ");
    terminal.press("Escape");
    terminal.awaitAll("kitchen", "barn");
  }

  @Test
  void another_size_of_the_terminal_is_filled_at_once() {
    open();
    terminal.awaitAll("kitchen", "q quit");
    terminal.resize(120, 40);
    terminal.await(screen -> screen.lines().count() == 40);
    terminal.resize(50, 10);
    terminal.await(screen -> screen.lines().count() == 10 && screen.contains("kitchen"));
    terminal.resize(30, 5);
    terminal.awaitAll("30×5 is too small");
    terminal.resize(80, 24);
    terminal.await(screen -> screen.lines().count() == 24 && screen.contains("kitchen"));
  }

  @Test
  void a_mesh_that_goes_and_comes_back() {
    open();
    terminal.awaitAll("kitchen", "barn");
    bed.nats().stopAll();
    try {
      terminal.awaitAll("NO CONNECTION for", "kitchen  Degraded", "barn     Unknown");
      terminal.press("?");
      terminal.awaitAll("any key closes the help");
      terminal.press("x");
    } finally {
      bed.nats().startAll();
      bed.nats().awaitHealthy();
    }
    terminal.await(screen -> !screen.contains("NO CONNECTION") && screen.contains("kitchen"));
    control.want("shed", ControlPlane.oneFile(1, "/etc/shed", "x"));
    terminal.awaitAll("3 agents", "shed");
  }

  @Test
  void whatever_ends_it_the_terminal_is_as_it_was() throws Exception {
    terminal.type("stty -g > " + before());
    for (String end : new String[] {"q", "C-c", "TERM", "HUP"}) {
      terminal.type("clear; echo here I was");
      open();
      terminal.awaitAll("kitchen", "q quit");
      if (end.length() > 3 || end.equals("HUP")) {
        new ProcessBuilder("kill", "-" + end, Long.toString(terminal.program())).start().waitFor();
      } else {
        terminal.press(end);
      }
      assertThat(terminal.awaitAll("here I was", "left with 0")).doesNotContain("kitchen ");
      terminal.type("clear; stty -g | diff - " + before() + " && echo same modes");
      terminal.await(screen -> screen.startsWith("same modes"));
    }
    Files.delete(before());
  }

  @Test
  void nothing_is_coloured_for_those_who_want_no_colour() {
    open();
    terminal.awaitAll("kitchen  Degraded", "q quit");
    assertThat(terminal.colours()).contains("\u001b[1m\u001b[31mDegraded");
    terminal.press("q");
    terminal.awaitAll("left with 0");
    terminal.type("clear; export NO_COLOR=1");
    open();
    terminal.awaitAll("kitchen  Degraded", "q quit");
    assertThat(terminal.colours()).contains("Degraded").doesNotContain("[31m", "[32m", "[33m");
  }

  @Test
  void while_nothing_happens_it_costs_next_to_nothing() throws IOException {
    open();
    terminal.awaitAll("kitchen", "q quit");
    long program = terminal.program();
    long before = cpuMillis(program);
    long start = System.nanoTime();
    bed.eventually(
        Duration.ofSeconds(10), () -> System.nanoTime() - start > Duration.ofSeconds(4).toNanos());

    assertThat(cpuMillis(program) - before).isLessThan(200);
  }

  @Test
  void without_a_terminal_it_names_what_to_use_instead() throws Exception {
    Program program = Program.run(tool(), new byte[0], "top", "-s", url());

    assertThat(program.exitCode()).isEqualTo(2);
    assertThat(program.err()).contains("there is none here", "harmonyctl get agents");
    assertThat(program.out()).isEmpty();
  }

  @Test
  void a_mesh_that_is_not_there_is_said_before_the_screen_is_taken() {
    terminal.type(tool() + " top -s nats://127.0.0.1:1; echo left with $?");

    assertThat(terminal.awaitAll("left with 3")).contains("top: cannot reach the mesh");
  }

  private void open(String... arguments) {
    String line = tool() + " top -s " + url() + " " + String.join(" ", arguments);
    terminal.type(line.strip() + "; echo left with $?");
  }

  private static String url() {
    return bed.nats().node(1).relayUrl();
  }

  private static Path tool() {
    return Binaries.harmonyAgent().resolveSibling("harmonyctl");
  }

  private static Path before() {
    return Path.of(System.getProperty("java.io.tmpdir"), "top-it-modes");
  }

  /** Without what is different at every run: the address, ages, and numbers that rise. */
  private static String masked(String screen) {
    return screen
        .replaceAll("nats://\\S+", "nats://HOST")
        .replaceAll("Degraded +\\S+ +\\d+[smh] +", "Degraded    GEN #    ")
        .replaceAll("clock: .*", "clock: TROUBLE")
        .replaceAll("(?s)\\n+ ↑↓.*", "\n")
        .replaceAll("fleet +nats", "fleet                                     nats");
  }

  private static long cpuMillis(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * 10;
  }
}
