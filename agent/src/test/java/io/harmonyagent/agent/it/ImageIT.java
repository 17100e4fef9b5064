package io.harmonyagent.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.testbed.Host;
import io.harmonyagent.testbed.Testbed;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The device image, flashed and booted in qemu by its own boot loader; {@code make image-test} runs
 * it. The device's line to the fleet is qemu's own network stack in a namespace of the fleet.
 */
@EnabledIfSystemProperty(named = "harmony.image.arch", matches = "amd64|arm64")
class ImageIT {
  @RegisterExtension static final Testbed bed = Testbed.withNats(1);

  private static final String ARCH = System.getProperty("harmony.image.arch", "");
  private static final String NAME = "flashed";
  private static final String BOOT =
      Binaries.inRepository("packaging/image/boot.sh").toAbsolutePath().toString();

  /** Emulated, and on a machine that does other work too. */
  private static final Duration PATIENCE = Duration.ofMinutes(20);

  private static final long MIB = 1024 * 1024;
  private static final long BOOT_AT = 4 * MIB;
  private static final long ROOT_AT = (4 + 384) * MIB;
  private static final long LARGER_BY = 512 * MIB;
  private static final int FILES = 300;

  @Test
  void a_flashed_card_joins_the_mesh_and_survives_a_power_cut_in_the_middle_of_its_work()
      throws Exception {
    // Here, since nothing can be installed from where the device is.
    run(BOOT, ARCH);
    ControlPlane control = ControlPlane.start(bed);
    Host line = bed.host("line");
    Path card = flash();
    try {
      control.want(NAME, manifest(1, 3));

      Instant on = Instant.now();
      Process device = boot(line, card);
      AgentStatus joined = converged(control, 1);
      say("from power-on to converged", on);
      assertThat(joined.arch()).isEqualTo(ARCH.equals("arm64") ? "aarch64" : "amd64");

      control.want(NAME, manifest(2, FILES));
      bed.eventually(PATIENCE, () -> isInTheMiddle(control.status(NAME)));
      cutPower(device);

      Instant again = Instant.now();
      device = boot(line, card);
      converged(control, 2);
      say("from power-on after the cut to converged", again);
      cutPower(device);

      Path root = rootOf(card);
      assertThat(read("/etc/hostname", root)).isEqualTo(NAME);
      assertThat(read("/etc/machine-id", root)).matches("[0-9a-f]{32}");
      assertThat(read("/etc/ssh/ssh_host_ed25519_key.pub", root)).startsWith("ssh-ed25519");
      assertThat(size(root)).isGreaterThan(Files.size(image()) - ROOT_AT);
      assertThat(run("mdir", "-b", "-i", card + "@@" + BOOT_AT, "::/"))
          .contains("harmony-agent.yaml.taken-up")
          .doesNotContain("harmony-agent.error.txt");
    } finally {
      Files.deleteIfExists(card);
      Files.deleteIfExists(root());
    }
  }

  /** A card that is larger than the image, with its configuration put onto it as a person would. */
  private static Path flash() throws IOException, InterruptedException {
    Path card = image().resolveSibling("card-under-test.img");
    run("cp", "--sparse=always", image().toString(), card.toString());
    try (RandomAccessFile file = new RandomAccessFile(card.toFile(), "rw")) {
      file.setLength(file.length() + LARGER_BY);
    }
    Path config = Files.createTempFile("config", ".yaml");
    Files.writeString(
        config,
        "agent_id: %s\nnats: {servers: [\"nats://%s:4222\"]}\n"
            .formatted(NAME, bed.nats().node(1).address()));
    run("mcopy", "-i", card + "@@" + BOOT_AT, config.toString(), "::/harmony-agent.yaml");
    Files.delete(config);
    return card;
  }

  private static Process boot(Host line, Path card) {
    return line.start("console", BOOT, ARCH, card.toAbsolutePath().toString());
  }

  /** What the device had not yet written to its card is gone, as with a plug that is pulled. */
  private static void cutPower(Process device) throws InterruptedException {
    device.destroyForcibly().waitFor();
  }

  private static AgentStatus converged(ControlPlane control, long generation) {
    return bed.eventually(
            PATIENCE,
            () -> control.status(NAME),
            s -> s.isPresent() && s.get().hasConverged(generation))
        .orElseThrow();
  }

  private static boolean isInTheMiddle(Optional<AgentStatus> status) {
    return status.isPresent()
        && status.get().manifestGeneration() == 2
        && !status.get().hasConverged(2)
        && status.get().resources().values().stream()
            .anyMatch(r -> r.state() instanceof ResourceState.Ready);
  }

  private static String manifest(long generation, int files) {
    String unit =
        "{\"id\": \"work\", \"spec\": {\"kind\": \"SystemdUnit\", \"name\": \"work.service\","
            + " \"content\": \"[Service]\\n"
            + "ExecStart=/bin/sleep infinity\\n"
            + "\", \"state\": \"active\"}}";
    String all =
        IntStream.range(0, files)
            .mapToObj(
                i ->
                    "{\"id\": \"f%d\", \"spec\": {\"kind\": \"File\", \"path\": \"/srv/f%d\", \"content\": {\"inline\": \"%s\"}}}"
                        .formatted(i, i, "x".repeat(1000)))
            .collect(Collectors.joining(","));
    return Containers.manifest(generation, unit, all);
  }

  /**
   * A copy of the root as the next mount would see it: what is synced may stand in the journal
   * only.
   */
  private static Path rootOf(Path card) throws Exception {
    String copy = "dd if=%s of=%s bs=1M skip=%d conv=sparse".formatted(card, root(), ROOT_AT / MIB);
    run("sh", "-c", copy + " && { e2fsck -y " + root() + " || [ $? = 1 ]; }");
    return root();
  }

  private static Path root() {
    return image().resolveSibling("root-under-test.img");
  }

  private static String read(String path, Path root) throws Exception {
    return run("debugfs", "-R", "cat " + path, root.toString()).strip();
  }

  private static long size(Path root) throws Exception {
    String header = run("dumpe2fs", "-h", root.toString());
    return number(header, "Block count:") * number(header, "Block size:");
  }

  private static long number(String text, String key) {
    return text.lines()
        .filter(line -> line.startsWith(key))
        .mapToLong(line -> Long.parseLong(line.substring(key.length()).strip()))
        .findFirst()
        .orElseThrow();
  }

  private static Path image() {
    return Binaries.inRepository("target/image/harmony-" + ARCH + ".img").toAbsolutePath();
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Path out = Files.createTempFile("out", "");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(out.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
      return Files.readString(out);
    } finally {
      Files.delete(out);
    }
  }

  private static void say(String what, Instant since) {
    System.err.printf(
        "%s image: %s %d s%n", ARCH, what, Duration.between(since, Instant.now()).toSeconds());
  }
}
