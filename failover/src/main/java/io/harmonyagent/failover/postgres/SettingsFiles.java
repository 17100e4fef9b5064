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
      line(text, "primary_conninfo", settings.peerConninfo(settings.me().value()));
      line(text, "primary_slot_name", settings.slotOf(settings.me()));
    }
    line(text, "synchronous_standby_names", waitForPeer ? waitingFor(settings.peer().value()) : "");
    replace(REPLICATION, text.toString());
  }

  /** Commits wait for somebody of that name: nobody else counts. */
  void waitFor(String name) throws IOException {
    StringBuilder text = new StringBuilder();
    line(text, "synchronous_standby_names", waitingFor(name));
    replace(REPLICATION, text.toString());
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
    line(text, "data_directory", settings.dataDirectory().toString());
    line(text, "hba_file", settings.runDirectory().resolve("pg_hba.conf").toString());
    line(text, "ident_file", settings.runDirectory().resolve("pg_ident.conf").toString());
    line(text, "external_pid_file", "");
    line(text, "listen_addresses", settings.listenAddresses());
    line(text, "port", String.valueOf(settings.port()));
    line(text, "unix_socket_directories", socketFolders());
    line(text, "wal_level", "replica");
    line(text, "hot_standby", "on");
    line(text, "wal_log_hints", "on");
    line(text, "fsync", "on");
    line(text, "full_page_writes", "on");
    line(text, "synchronous_commit", "on");
    line(text, "recovery_target_timeline", "latest");
    // A crash ends it, and the agent opens it again: by itself it would come back as a standby.
    line(text, "restart_after_crash", "off");
    line(text, "logging_collector", "off");
    line(text, "log_destination", "stderr");
    line(text, "ssl", "on");
    line(text, "ssl_ca_file", settings.authority().toString());
    line(text, "ssl_cert_file", settings.certificate().toString());
    line(text, "ssl_key_file", settings.key().toString());
    text.append("include '" + settings.runDirectory().resolve(REPLICATION) + "'\n");
    return text.toString();
  }

  /** Ours, and where everybody on the machine looks. */
  private String socketFolders() {
    Path usual = Path.of("/run/postgresql");
    return settings.socketFolder() + (Files.isDirectory(usual) ? "," + usual : "");
  }

  private String clients() throws IOException {
    StringBuilder text = new StringBuilder("# Written by harmony-agent at every start.\n");
    text.append("local all " + PostgresSettings.OWN_ROLE + " peer map=harmony\n");
    text.append("hostssl replication " + PostgresSettings.PEER_ROLE + " all cert map=harmony\n");
    text.append("hostssl postgres " + PostgresSettings.PEER_ROLE + " all cert map=harmony\n");
    text.append("host all " + PostgresSettings.PEER_ROLE + " all reject\n");
    text.append("host all " + PostgresSettings.OWN_ROLE + " all reject\n");
    text.append("local all all peer\n");
    text.append(settings.clientRules().stream().collect(Collectors.joining("\n", "", "\n")));
    Optional<Path> debian = settings.debianFolder().map(folder -> folder.resolve("pg_hba.conf"));
    if (debian.isPresent() && Files.exists(debian.get())) {
      text.append(Files.readString(debian.get()));
    }
    return text.toString();
  }

  private String names() {
    return "harmony root %1$s\nharmony postgres %1$s\nharmony \"%2$s\" %3$s\n"
        .formatted(PostgresSettings.OWN_ROLE, settings.peerName(), PostgresSettings.PEER_ROLE);
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
