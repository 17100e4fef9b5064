package io.harmonyagent.failover.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.harmonyagent.failover.systemd.SystemdFailure;
import io.harmonyagent.failover.systemd.Units;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The unit of PostgreSQL: ours, or Debian's with the same lines over it. It lies in /run and is
 * wanted by nobody, so a boot starts nothing; and it always starts a standby.
 */
final class PostgresUnit {
  private static final Path UNITS = Path.of("/run/systemd/system");

  private final PostgresSettings settings;
  private final Installation installation;

  PostgresUnit(PostgresSettings settings, Installation installation) {
    this.settings = settings;
    this.installation = installation;
  }

  void write(Units units) throws IOException, SystemdFailure, InterruptedException {
    String unit = settings.unit();
    Path file =
        settings.debianCluster().isPresent()
            ? UNITS.resolve(unit + ".d").resolve("40-harmony.conf")
            : UNITS.resolve(unit);
    String text = text();
    if (!Files.exists(file) || !Files.readString(file).equals(text)) {
      Files.createDirectories(file.getParent());
      Files.write(file, text.getBytes(UTF_8));
      units.reload();
    }
  }

  String text() {
    return """
    # Written by harmony-agent. PostgreSQL of the failover cluster %1$s; see docs/failover-postgres.md.
    [Unit]
    Description=PostgreSQL of the failover cluster %1$s
    After=network.target
    # Its clocks stand still while the machine sleeps, and the other site's do not.
    Conflicts=sleep.target
    Before=sleep.target
    StartLimitIntervalSec=0

    [Service]
    Type=notify
    NotifyAccess=main
    User=postgres
    Group=postgres
    PIDFile=
    ExecStartPre=
    ExecStartPre=+/usr/bin/install -o postgres -g postgres -m 600 /dev/null %2$s/standby.signal
    ExecStart=
    ExecStart=%3$s -D %2$s -c config_file=%4$s %5$s
    ExecStop=
    ExecReload=
    ExecReload=/bin/kill -HUP $MAINPID
    KillMode=mixed
    KillSignal=SIGINT
    TimeoutStartSec=infinity
    Restart=no
    OOMScoreAdjust=-900
    Environment=PG_OOM_ADJUST_FILE=/proc/self/oom_score_adj PG_OOM_ADJUST_VALUE=0
    """
        .formatted(
            settings.cluster(),
            settings.dataDirectory(),
            installation.program("postgres"),
            settings.configFile(),
            new FixedSettings(settings).arguments());
  }
}
