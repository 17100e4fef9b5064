package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.Sha256;
import io.harmonyagent.testbed.Testbed;
import io.nats.client.Connection;
import io.nats.client.api.ObjectMeta;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Large contents come from the object store: bounded, verified, and never twice. */
class ArtifactIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1).switchingOff();

  private static final int MB = 1_000_000;
  private static final int LARGE = 40 * MB;
  private static final Duration SLOW_LINE = Duration.ofMillis(8);
  private static final Duration WHILE_FETCHING = Duration.ofMinutes(2);

  @TempDir static Path files;
  private static ControlPlane control;
  private static Connection mesh;
  private static String large;

  @BeforeAll
  static void start_the_mesh_and_upload() throws Exception {
    control = ControlPlane.start(bed);
    mesh = bed.nats().connect();
    assertThat(ctl("init").out())
        .contains("harmony_agents is there already", "harmony_artifacts created");
    large = upload(random(1, LARGE));
  }

  @Test
  void what_the_tool_uploads_is_an_object_that_every_client_understands() throws Exception {
    byte[] content = random(2, 300_000);
    Path file = Files.write(files.resolve("some"), content);

    Program first = ctl("artifact", "put", file.toString());
    Program again = ctl("artifact", "put", file.toString());

    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(first.out()).contains("uploaded", "sha256: " + Sha256.hex(content), "size: 300000");
    assertThat(again.out()).contains("is there already");
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    mesh.objectStore("harmony_artifacts").get(Sha256.hex(content), read);
    assertThat(read.toByteArray()).isEqualTo(content);
  }

  @Test
  void what_another_client_uploads_is_fetched() throws Exception {
    byte[] content = random(3, 400_000);
    String sha256 = Sha256.hex(content);
    mesh.objectStore("harmony_artifacts")
        .put(
            ObjectMeta.builder(sha256).chunkSize(50_000).build(),
            new ByteArrayInputStream(content));
    Device device = Device.running(bed, "other");

    control.want("other", artifact(1, sha256, 400_000));
    control.awaitConverged("other", 1);

    assertThat(sum(device)).isEqualTo(sha256);
  }

  @Test
  void a_partition_in_the_middle_costs_time_and_no_bytes() throws Exception {
    Device device = Device.running(bed, "cut");
    device.pi().delay(SLOW_LINE);
    control.want("cut", artifact(1, large, LARGE));
    awaitPart(device, 15 * MB);

    device.pi().partitionFrom(bed.nats());
    bed.eventually(
        Duration.ofSeconds(40), () -> device.journal().contains("mesh: connection lost"));
    assertThat(device.pi().exists("/opt/large")).isFalse();
    device.pi().heal();

    awaitWhole(device);
    // The server cannot tell: for a while it sends every answer to the lost connection too.
    assertThat(leftToFetch(device)).hasSize(2);
    assertThat(leftToFetch(device).getLast()).isLessThan(LARGE - 14L * MB);
  }

  @Test
  void a_lossy_line_is_slow_and_the_content_right() {
    Device device = Device.running(bed, "lossy");
    device.pi().delay(Duration.ofMillis(2), Duration.ofMillis(2), 2);

    control.want("lossy", artifact(1, large, LARGE));

    awaitWhole(device);
  }

  @Test
  void an_agent_that_is_killed_in_the_middle_goes_on_where_it_was() throws Exception {
    Device device = Device.running(bed, "killed");
    device.pi().delay(SLOW_LINE);
    long before = sentByServer();
    control.want("killed", artifact(1, large, LARGE));
    awaitPart(device, 15 * MB);

    device.pi().kill(device.agentPid());

    awaitWhole(device);
    assertThat(sentByServer() - before).isLessThan(LARGE + 5L * MB);
  }

  @Test
  void a_power_cut_in_the_middle_does_no_harm() throws Exception {
    Device device = Device.running(bed, "dark");
    device.pi().delay(SLOW_LINE);
    control.want("dark", artifact(1, large, LARGE));
    awaitPart(device, 15 * MB);

    device.pi().powerCut();
    device.pi().boot();

    awaitWhole(device);
  }

  @Test
  void memory_does_not_grow_with_the_artifact() {
    Device device = Device.running(bed, "small");
    long pid = device.agentPid();

    control.want("small", artifact(1, large, LARGE));

    awaitWhole(device);
    assertThat(device.agentPid()).isEqualTo(pid);
    assertThat(peakMemoryKb(device, pid)).isLessThan(90_000);
  }

  @Test
  void other_bytes_than_the_name_says_are_refused() throws Exception {
    String wrong = Sha256.hex(random(4, 10));
    mesh.objectStore("harmony_artifacts").put(wrong, random(5, 300_000));
    Device device = Device.running(bed, "corrupt");

    control.want("corrupt", artifact(1, wrong, 300_000));

    assertThat(control.awaitFailed("corrupt", "large").error().code()).isEqualTo("ArtifactCorrupt");
    assertThat(device.pi().run("ls", "-A", "/opt").text()).doesNotContain("large", ".part");
  }

  @Test
  void another_size_is_refused_before_anything_is_fetched() {
    Device device = Device.running(bed, "size");

    control.want("size", artifact(1, large, LARGE - 1));

    assertThat(control.awaitFailed("size", "large").error().code()).isEqualTo("ArtifactMismatch");
    assertThat(device.journal()).doesNotContain("fetching");
  }

  @Test
  void what_does_not_fit_on_the_disk_is_refused_before_anything_is_fetched() throws Exception {
    String sha256 = "ef".repeat(32);
    describe(sha256, 4_000L * MB);
    Device device = Device.running(bed, "tight");

    control.want("tight", artifact(1, sha256, 4_000L * MB));

    assertThat(control.awaitFailed("tight", "large").error().code()).isEqualTo("DiskFull");
    assertThat(device.journal()).doesNotContain("fetching");
    device.pi().write("/tmp/large.json", artifact(1, sha256, 4_000L * MB));
    assertThat(device.agent("plan", "/tmp/large.json").out())
        .contains("Blocked", "bytes on the disk");
  }

  @Test
  void what_is_missing_is_said_by_the_status_and_by_the_plan() {
    String sha256 = "01".repeat(32);
    Device device = Device.running(bed, "missing");

    control.want("missing", artifact(1, sha256, 5));

    assertThat(control.awaitFailed("missing", "large").error().code()).isEqualTo("ArtifactMissing");
    device.pi().write("/tmp/large.json", artifact(1, sha256, 5));
    assertThat(device.agent("plan", "/tmp/large.json").out()).contains("ArtifactMissing");
  }

  @Test
  void without_a_mesh_it_waits_and_says_for_what() {
    Device device = Device.prepare(bed, "alone");
    device.pi().write("/tmp/large.json", artifact(1, large, LARGE));

    String out = device.agent("run", "--manifest", "/tmp/large.json", "--once", "-o", "wide").out();

    assertThat(out)
        .contains("Blocked", "artifact store not available (this run works without the mesh)");
  }

  @Test
  void a_mesh_that_cannot_be_reached_is_said_by_the_plan() {
    Device device = Device.prepare(bed, "far");
    device.pi().partitionFrom(bed.nats());
    device.pi().write("/tmp/large.json", artifact(1, large, LARGE));

    assertThat(device.agent("plan", "/tmp/large.json").out())
        .contains("Blocked", "artifact store not available");
  }

  private static void awaitPart(Device device, long bytes) {
    bed.eventually(
        WHILE_FETCHING,
        () -> device.pi().run("stat", "-c", "%s", "/opt/.harmony-large.part").text(),
        size -> size.matches("\\d+") && Long.parseLong(size) > bytes);
  }

  private static void awaitWhole(Device device) {
    bed.eventually(WHILE_FETCHING, () -> device.pi().exists("/opt/large"));
    assertThat(sum(device)).isEqualTo(large);
    assertThat(device.pi().run("ls", "-A", "/opt").text()).doesNotContain(".part");
    control.awaitConverged(device.name(), 1);
  }

  private static String sum(Device device) {
    return device.pi().run("sha256sum", "/opt/large").orFail().text().split(" ", -1)[0];
  }

  /** What each try still had to fetch when it began, by the agent's own word. */
  private static List<Long> leftToFetch(Device device) {
    return Pattern.compile("fetching (\\d+) bytes")
        .matcher(device.journal())
        .results()
        .map(found -> Long.parseLong(found.group(1)))
        .toList();
  }

  private static long sentByServer() throws IOException {
    Matcher bytes =
        Pattern.compile("\"out_bytes\":\\s*(\\d+)").matcher(bed.nats().node(1).monitor("/varz"));
    assertThat(bytes.find()).isTrue();
    return Long.parseLong(bytes.group(1));
  }

  private static long peakMemoryKb(Device device, long pid) {
    String peak = device.pi().run("grep", "VmHWM", "/proc/" + pid + "/status").orFail().text();
    return Long.parseLong(peak.replaceAll("\\D", ""));
  }

  private static String artifact(long generation, String sha256, long size) {
    return """
        {"generation": %d, "resources": [{"id": "large", "spec": {"kind": "File",
          "path": "/opt/large", "content": {"artifact": {"sha256": "%s", "size": %d}}}}]}
        """
        .formatted(generation, sha256, size);
  }

  /** Says of an object that it is there, as large as it may be. */
  private static void describe(String sha256, long size) throws Exception {
    String name = Base64.getUrlEncoder().encodeToString(sha256.getBytes(StandardCharsets.UTF_8));
    String info =
        """
        {"name": "%s", "bucket": "harmony_artifacts", "nuid": "none", "size": %d, "chunks": 1}
        """
            .formatted(sha256, size);
    mesh.jetStream()
        .publish("$O.harmony_artifacts.M." + name, info.getBytes(StandardCharsets.UTF_8));
  }

  private static String upload(byte[] content) throws Exception {
    Path file = Files.write(files.resolve("large"), content);
    Program put = ctl("artifact", "put", file.toString());
    assertThat(put.exitCode()).as(put.err()).isZero();
    return Sha256.hex(content);
  }

  private static byte[] random(long seed, int size) {
    byte[] bytes = new byte[size];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static Program ctl(String... command) throws Exception {
    String[] all = new String[command.length + 2];
    System.arraycopy(command, 0, all, 0, command.length);
    all[command.length] = "-s";
    all[command.length + 1] = bed.nats().node(1).relayUrl();
    return Program.run(Binaries.harmonyAgent().resolveSibling("harmonyctl"), new byte[0], all);
  }
}
