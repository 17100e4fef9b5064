package io.harmonyagent.failover.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.harmonyagent.failover.core.SiteId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * PostgreSQL's settings, outside of the data directory, where neither a clone nor a rewind brings
 * the other site's. They are new at every boot: without the agent PostgreSQL has none.
 */
final class SettingsFiles {
  static final String STANDBY_NAMES = "synchronous_standby_names";
  static final String UPSTREAM = "primary_conninfo";
  static final String SLOT = "primary_slot_name";

  /** Nobody's name: a commit that waits for it goes on only when another one is waited for. */
  static final String NOBODY = "harmony_nobody";

  private static final String REPLICATION = "replication.conf";

  private final PostgresSettings settings;

  SettingsFiles(PostgresSettings settings) {
    this.settings = settings;
  }

  /** Writes all but what changes with the role, which an earlier run of the agent may have left. */
  void write() throws IOException {
    Files.createDirectories(settings.runDirectory());
    replace("postgresql.conf", main());
    replace("pg_hba.conf", clients());
    replace("pg_ident.conf", names());
    if (!Files.exists(settings.runDirectory().resolve(REPLICATION))) {
      writeReplication(Optional.empty(), true);
    }
  }

  /**
   * What changes with the role.
   *
   * @param upstream whom to stream from
   * @param waitForPeer whether commits wait, which only says something while it is a primary
   */
  void writeReplication(Optional<SiteId> upstream, boolean waitForPeer) throws IOException {
    StringBuilder text = new StringBuilder();
    if (upstream.isPresent()) {
      line(text, UPSTREAM, settings.upstreamConninfo());
      line(text, SLOT, settings.slotOf(settings.me()));
    }
    line(text, STANDBY_NAMES, waiting(waitForPeer));
    replace(REPLICATION, text.toString());
  }

  /** Commits wait for somebody of that name: nobody else counts. */
  void waitFor(String name) throws IOException {
    StringBuilder text = new StringBuilder();
    line(text, STANDBY_NAMES, waitingFor(name));
    replace(REPLICATION, text.toString());
  }

  /** What is in force where commits wait for the other site, or for nobody. */
  String waiting(boolean waitForPeer) {
    return waitForPeer ? waitingFor(settings.peer().value()) : "";
  }

  static String waitingFor(String name) {
    return "FIRST 1 (\"" + name.replace("\"", "\"\"") + "\")";
  }

  private String main() {
    StringBuilder text = new StringBuilder("# Written by harmony-agent at every start.\n");
    settings
        .debianFolder()
        .ifPresent(folder -> text.append("include '" + folder + "/postgresql.conf'\n"));
    line(text, "max_wal_senders", "10");
    line(text, "max_replication_slots", "10");
    line(text, "max_slot_wal_keep_size", "1GB");
    line(text, "wal_keep_size", "128MB");
    // Of a commit that began to wait after its log had been confirmed, only the next word lets go.
    line(text, "wal_receiver_status_interval", "1s");
    line(text, "wal_receiver_timeout", "5s");
    line(text, "wal_sender_timeout", "5s");
    line(text, "wal_retrieve_retry_interval", "250ms");
    settings.parameters().forEach((name, value) -> line(text, name, value));
    text.append("# From here on: what the failover rests on.\n");
    new FixedSettings(settings).all().forEach((name, value) -> line(text, name, value));
    line(text, "ssl_ca_file", settings.authority().toString());
    line(text, "ssl_cert_file", settings.certificate().toString());
    line(text, "ssl_key_file", settings.key().toString());
    text.append("include '" + settings.runDirectory().resolve(REPLICATION) + "'\n");
    return text.toString();
  }

  /** Of a cluster of Debian's its own rules say who else may come in; of ours, there are none. */
  String clients() throws IOException {
    StringBuilder text = new StringBuilder("# Written by harmony-agent at every start.\n");
    text.append("local all " + PostgresSettings.OWN_ROLE + " peer map=harmony\n");
    text.append("hostssl replication " + PostgresSettings.PEER_ROLE + " all cert map=harmony\n");
    text.append("hostssl postgres " + PostgresSettings.PEER_ROLE + " all cert map=harmony\n");
    text.append("host all " + PostgresSettings.PEER_ROLE + " all reject\n");
    text.append("host all " + PostgresSettings.OWN_ROLE + " all reject\n");
    if (settings.debianFolder().isEmpty()) {
      text.append("local all all peer\n");
    }
    text.append(settings.clientRules().stream().collect(Collectors.joining("\n", "", "\n")));
    return text + debians("pg_hba.conf");
  }

  String names() throws IOException {
    return "harmony root %1$s\nharmony postgres %1$s\nharmony \"%2$s\" %3$s\n"
            .formatted(PostgresSettings.OWN_ROLE, settings.peerName(), PostgresSettings.PEER_ROLE)
        + debians("pg_ident.conf");
  }

  private String debians(String name) throws IOException {
    Optional<Path> file = settings.debianFolder().map(folder -> folder.resolve(name));
    return file.isPresent() && Files.exists(file.get()) ? Files.readString(file.get()) : "";
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(name + " = '" + value.replace("\\", "\\\\").replace("'", "''") + "'\n");
  }

  private void replace(String name, String text) throws IOException {
    Path file = settings.runDirectory().resolve(name);
    Path fresh = settings.runDirectory().resolve(name + ".new");
    Files.write(fresh, text.getBytes(UTF_8));
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
