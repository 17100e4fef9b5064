package io.harmonyagent.agent.it;

import io.harmonyagent.agent.Version;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.testbed.Testbed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Builds of the agent for tests, and the keys that sign them. A working one of another version is
 * this repository's binary with another version of the same length written into it; one that does
 * not work is a script.
 */
public final class Builds {
  /** What every device of these tests has beside its name and mesh. */
  public static final String CONFIG =
      "trust: { unsigned_manifests: true }\nupdate: { rate: 64Mi, prove_within: 12s }\n";

  /** As long as the one whose place it takes, and with its hash, which the binary holds too. */
  public static final String KEY_OF_THE_DEAF = "pass_jOterval";

  private final Testbed bed;
  private final Path directory;

  public Builds(Testbed bed, Path directory) throws Exception {
    this.bed = bed;
    this.directory = directory;
    key("ops");
    Files.createDirectories(directory.resolve("forged"));
    key("forged/ops");
    ctl("init");
  }

  /** As operators make them. */
  private void key(String name) throws Exception {
    Path secret = directory.resolve(name + ".pem");
    openssl("genpkey", "-algorithm", "ed25519", "-out", secret.toString());
    openssl(
        "pkey",
        "-in",
        secret.toString(),
        "-pubout",
        "-out",
        directory.resolve(name + ".pub").toString());
  }

  private static void openssl(String... arguments) throws Exception {
    Program done = Program.run(Path.of("/usr/bin/openssl"), new byte[0], arguments);
    if (done.exitCode() != 0) {
      throw new IllegalStateException(done.err());
    }
  }

  /** Has a device trust our key. */
  public void trustedBy(Device device) throws IOException {
    device
        .pi()
        .write("/etc/harmony-agent/trust/ops.pem", Files.readString(directory.resolve("ops.pub")));
  }

  /** The version with another last digit, so as long as the real one. */
  public static String version(int number) {
    return Version.TEXT.replaceFirst("0\\.1\\.0", "0." + (number % 10) + "." + (number / 10));
  }

  /** A build that works. */
  public Path working(String version) throws IOException {
    Path file = directory.resolve("working-" + version);
    if (!Files.exists(file)) {
      byte[] bytes = Files.readAllBytes(Binaries.harmonyAgent());
      byte[] from = Version.TEXT.getBytes(StandardCharsets.US_ASCII);
      byte[] to = version.getBytes(StandardCharsets.US_ASCII);
      if (from.length != to.length || replace(bytes, from, to) == 0) {
        throw new IllegalStateException(Version.TEXT + " cannot be made " + version);
      }
      Files.write(file, bytes);
    }
    return file;
  }

  /**
   * A build that works, but for two words that it has wrong: it looks for the mesh's bucket under
   * another name, so it is deaf, and a key of the configuration has a name that no other build
   * knows.
   */
  public Path deaf(String version) throws IOException {
    byte[] bytes = Files.readAllBytes(working(version));
    if (replaceText(bytes, "harmony_agents", "harmony_bHents") == 0
        || replaceText(bytes, "pass_interval", KEY_OF_THE_DEAF) == 0) {
      throw new IllegalStateException(version + " cannot be made deaf");
    }
    return Files.write(directory.resolve("deaf-" + version), bytes);
  }

  private static int replaceText(byte[] bytes, String from, String to) {
    return replace(
        bytes, from.getBytes(StandardCharsets.US_ASCII), to.getBytes(StandardCharsets.US_ASCII));
  }

  private static int replace(byte[] bytes, byte[] from, byte[] to) {
    int found = 0;
    for (int at = 0; at + from.length <= bytes.length; at++) {
      int same = 0;
      while (same < from.length && bytes[at + same] == from[same]) {
        same++;
      }
      if (same == from.length) {
        System.arraycopy(to, 0, bytes, at, to.length);
        found++;
      }
    }
    return found;
  }

  /** A build that passes every test beforehand, and then does this. */
  public Path script(String version, String run) throws IOException {
    return Files.writeString(
        directory.resolve("script-" + version),
        """
        #!/bin/sh
        case $1 in
          version) echo "harmony-agent %s" ;;
          selftest) exit 0 ;;
          *) %s ;;
        esac
        """
            .formatted(version, run));
  }

  /** Packs, signs and uploads a build; returns its {@code agent} field on one line. */
  public String push(Path binary, String version) throws Exception {
    return push(binary, version, "ops.pem");
  }

  public String pushForged(Path binary, String version) throws Exception {
    return push(binary, version, "forged/ops.pem");
  }

  private String push(Path binary, String version, String key) throws Exception {
    String json =
        ctl(
            "update",
            "push",
            binary.toString(),
            "--version",
            version,
            "--arch",
            System.getProperty("os.arch"),
            "--sign-key",
            directory.resolve(key).toString());
    return new String(
        JsonWriter.compact(
            new JsonReader().read(json.getBytes(StandardCharsets.UTF_8), "agent field")),
        StandardCharsets.UTF_8);
  }

  public Path key() {
    return directory.resolve("ops.pem");
  }

  public String ctl(String... command) throws Exception {
    Program done = tryCtl(command);
    if (done.exitCode() != 0) {
      throw new IllegalStateException(done.out() + done.err());
    }
    return done.out();
  }

  /** What needs no mesh. */
  String offline(String... command) throws Exception {
    Program done =
        Program.run(Binaries.harmonyAgent().resolveSibling("harmonyctl"), new byte[0], command);
    if (done.exitCode() != 0) {
      throw new IllegalStateException(done.out() + done.err());
    }
    return done.out();
  }

  Program tryCtl(String... command) throws Exception {
    String[] all = new String[command.length + 2];
    System.arraycopy(command, 0, all, 0, command.length);
    all[command.length] = "-s";
    all[command.length + 1] = bed.nats().node(1).relayUrl();
    return Program.run(Binaries.harmonyAgent().resolveSibling("harmonyctl"), new byte[0], all);
  }
}
