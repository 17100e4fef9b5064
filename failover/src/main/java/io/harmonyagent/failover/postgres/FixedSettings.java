package io.harmonyagent.failover.postgres;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the failover rests on and no reload changes. PostgreSQL gets it on its command line, which
 * an ALTER SYSTEM cannot overrule; from a file it could: {@code fsync} or {@code
 * synchronous_commit} off would lose acknowledged commits.
 */
final class FixedSettings {
  private final PostgresSettings settings;

  FixedSettings(PostgresSettings settings) {
    this.settings = settings;
  }

  Map<String, String> all() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("data_directory", settings.dataDirectory().toString());
    all.put("hba_file", settings.runDirectory().resolve("pg_hba.conf").toString());
    all.put("ident_file", settings.runDirectory().resolve("pg_ident.conf").toString());
    all.put("external_pid_file", "");
    all.put("listen_addresses", settings.listenAddresses());
    all.put("port", String.valueOf(settings.port()));
    all.put("unix_socket_directories", socketFolders());
    all.put("wal_level", "replica");
    all.put("hot_standby", "on");
    all.put("wal_log_hints", "on");
    all.put("fsync", "on");
    all.put("full_page_writes", "on");
    all.put("synchronous_commit", "on");
    all.put("recovery_target_timeline", "latest");
    // A crash ends it, and the agent opens it again: by itself it would come back as a standby.
    all.put("restart_after_crash", "off");
    all.put("logging_collector", "off");
    all.put("log_destination", "stderr");
    all.put("ssl", "on");
    return all;
  }

  /** Ours, and where everybody on the machine looks. */
  private String socketFolders() {
    Path usual = Path.of("/run/postgresql");
    return settings.socketFolder() + (Files.isDirectory(usual) ? "," + usual : "");
  }

  /** As words of a command in a unit. */
  String arguments() {
    return all().entrySet().stream()
        .map(each -> "-c " + word(each.getKey() + "=" + each.getValue()))
        .collect(Collectors.joining(" "));
  }

  private static String word(String text) {
    return "\""
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("%", "%%").replace("$", "$$")
        + "\"";
  }
}
