package io.harmonyagent.bench.chaos;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the database has in the end, as the site tells it that leads then. */
final class Aftermath {
  private static final String HISTORY =
      "select coalesce(pg_read_file('pg_wal/' || left(pg_walfile_name(pg_current_wal_insert_lsn()),"
          + " 8) || '.history', 0, 1000000, true), '')";

  private final Cluster cluster;
  private final Site leader;

  Aftermath(Cluster cluster, Site leader) {
    this.cluster = cluster;
    this.leader = leader;
  }

  Verdict verdict(Collection<Journal> journals) {
    List<Attempt> attempts =
        journals.stream().flatMap(journal -> journal.attempts().stream()).toList();
    Set<String> clients = new HashSet<>();
    attempts.forEach(attempt -> clients.add(attempt.id().client()));
    return Checker.check(attempts, rowsOf(clients), forks());
  }

  private Set<WriteId> rowsOf(Set<String> clients) {
    Set<WriteId> rows = new HashSet<>();
    if (clients.isEmpty()) {
      return rows;
    }
    String query =
        "select client || ' ' || number from chaos.writes where client in ('%s')"
            .formatted(String.join("', '", clients));
    for (String row : cluster.sql(leader, query).orFail().out().lines().toList()) {
      int space = row.indexOf(' ');
      rows.add(new WriteId(row.substring(0, space), Long.parseLong(row.substring(space + 1))));
    }
    return rows;
  }

  private Forks forks() {
    return Forks.parse(cluster.sql(leader, HISTORY).orFail().out());
  }
}
