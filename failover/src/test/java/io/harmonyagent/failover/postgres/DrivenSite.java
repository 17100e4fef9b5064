package io.harmonyagent.failover.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.harmonyagent.testbed.Certificates;
import io.harmonyagent.testbed.Output;
import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import org.slf4j.Logger;

/** A Pi with PostgreSQL, the units of {@code systemd/}, and a {@link SiteDriver} as its agent. */
final class DrivenSite {
  static final String AGENT = "site-agent.service";
  private static final int PORT = 5433;
  private static final String JAR = "/opt/site.jar";
  private static final String JAVA = System.getProperty("java.home") + "/bin/java";
  private static final Path REPOSITORY = Path.of(System.getProperty("harmony.repository"));

  private final Testbed bed;
  private final Pi pi;
  private final String peer;
  private final String unit;
  private final String debian;

  private DrivenSite(Testbed bed, Pi pi, String peer, String debian) {
    this.bed = bed;
    this.pi = pi;
    this.peer = peer;
    this.debian = debian;
    this.unit =
        debian.equals("-") ? "harmony-postgres@heating.service" : "postgresql@15-main.service";
  }

  static DrivenSite install(Testbed bed, Pi pi, String peer, String debian) {
    DrivenSite site = new DrivenSite(bed, pi, peer, debian);
    site.installAll();
    return site;
  }

  Pi pi() {
    return pi;
  }

  String unit() {
    return unit;
  }

  private void installAll() {
    try {
      pi.write(JAR, Files.readAllBytes(jar()));
      for (String name :
          List.of(
              "harmony-deadman@.service",
              "harmony-fence@.service",
              "harmony-open@.service",
              "harmony-reset.service")) {
        pi.write(
            "/usr/lib/systemd/system/" + name,
            Files.readString(REPOSITORY.resolve("systemd").resolve(name)));
      }
      Certificates.Identity identity = bed.certificates().issue(pi.name());
      Path authority = bed.certificates().authority();
      pi.write("/etc/harmony-postgres/ca.crt", Files.readString(authority));
      pi.write("/etc/harmony-postgres/site.crt", Files.readString(identity.certificate()));
      pi.write("/etc/harmony-postgres/site.key", Files.readString(identity.key()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    pi.run("chown", "postgres", "/etc/harmony-postgres/site.key").orFail();
    pi.run("chmod", "600", "/etc/harmony-postgres/site.key").orFail();
    pi.write(
        "/etc/systemd/system/harmony-fence@.service.d/test.conf",
        """
        [Service]
        ExecStart=
        ExecStart=%s -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp %s io.harmonyagent.failover.postgres.FenceProgram %%i
        """
            .formatted(JAVA, JAR));
    pi.write(
        "/etc/systemd/system/" + AGENT,
        """
        [Service]
        ExecStart=%s -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx64m -cp %s io.harmonyagent.failover.postgres.SiteDriver %s %s %d %s
        KillMode=process
        """
            .formatted(JAVA, JAR, pi.name(), peer, PORT, debian));
    pi.run("systemctl", "daemon-reload").orFail();
  }

  /** All classes of the failover in one file, since a Pi does not see this build. */
  private static Path jar() throws IOException {
    Path jar = Path.of("target/site.jar").toAbsolutePath();
    Path logging =
        Path.of(Logger.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    ToolProvider tool = ToolProvider.findFirst("jar").orElseThrow();
    // The logging interface goes into it as well.
    Files.copy(logging, jar, StandardCopyOption.REPLACE_EXISTING);
    int failed =
        tool.run(
            System.out,
            System.err,
            "--update",
            "--file=" + jar,
            "-C",
            "target/classes",
            ".",
            "-C",
            "target/test-classes",
            ".",
            "-C",
            "../agent-core/target/classes",
            "io");
    if (failed != 0) {
      throw new IOException("jar failed");
    }
    return jar;
  }

  void startAgent() {
    pi.run("systemctl", "start", AGENT).orFail();
    bed.eventually(Duration.ofSeconds(60), () -> answers());
  }

  private boolean answers() {
    try {
      return ask("left").startsWith("ok");
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  /** Carries it out, or fails with what the site said. */
  String does(String command) {
    String answer = ask(command);
    if (!answer.startsWith("ok ")) {
      throw new AssertionError(pi.name() + " " + command + ": " + answer);
    }
    return answer.substring(3);
  }

  String ask(String command) {
    Path socket = pi.root().resolve("run/site-driver");
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      channel.write(ByteBuffer.wrap((command + "\n").getBytes(UTF_8)));
      String answer =
          new BufferedReader(new InputStreamReader(Channels.newInputStream(channel), UTF_8))
              .readLine();
      return answer == null ? "failed without an answer" : answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As a superuser, over the socket. */
  String sql(String statement) {
    return trySql(statement).orFail().text();
  }

  Output trySql(String statement) {
    return asPostgres(psql(statement).toArray(String[]::new));
  }

  boolean commitsWithin(int seconds, String statement) {
    List<String> all = new ArrayList<>(List.of("timeout", String.valueOf(seconds)));
    all.addAll(psql(statement));
    return asPostgres(all.toArray(String[]::new)).ok();
  }

  private static List<String> psql(String statement) {
    String folder = "/run/harmony-postgres/heating/socket";
    return List.of("psql", "-XqAt", "-h", folder, "-p", String.valueOf(PORT), "-c", statement);
  }

  Output asPostgres(String... command) {
    List<String> all =
        new ArrayList<>(
            List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"));
    all.addAll(List.of(command));
    return pi.run(all.toArray(String[]::new));
  }

  /** New data, open for writes, with a deadline that far away. */
  void becomeFirstPrimary(long holdMs, long fenceMs) {
    does("init");
    does("arm " + holdMs + " " + fenceMs);
    does("open false");
  }

  boolean isDown() {
    return !pi.isActive(unit) && pi.run("pgrep", "-x", "postgres").text().isEmpty();
  }
}
