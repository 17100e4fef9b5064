package io.harmonyagent.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.testbed.Testbed;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The suite against clusters that are guarded by nobody: it sees two writers and lost writes where
 * they were made on purpose, and nothing where all was done right.
 */
class ChaosHarnessIT {
  @RegisterExtension static final Testbed bed = Testbed.withoutNats().switchingOff();

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final Duration PACE = Duration.ofMillis(10);
  private static int built;

  private HandMadeCluster cluster;
  private Clients clients;
  private Site west;
  private Site east;

  @BeforeEach
  void build() {
    built++;
    cluster = HandMadeCluster.build(bed, "west-" + built, "east-" + built);
    west = cluster.preferred();
    east = cluster.peerOf(west);
    clients = Clients.of(bed, cluster);
    clients.startFaithful(named("stays"), west, PACE);
    clients.startFickle(named("west-first"), west, PACE);
    clients.startFickle(named("east-first"), east, PACE);
    awaitCommits(west, 3);
  }

  @Test
  void a_clean_handover_by_hand_loses_nothing_and_has_no_overlap() {
    cluster.stop(west);
    cluster.promote(east);
    awaitCommits(east, 3);

    Verdict verdict = verdict(east);

    assertThat(verdict.overlaps()).isEmpty();
    assertThat(verdict.losses()).isEmpty();
    assertThat(verdict.phantoms()).isEmpty();
    assertThat(verdict.acknowledged()).isGreaterThan(6);
  }

  @Test
  void two_writable_sites_are_seen_and_what_one_of_them_took_is_counted_as_lost() {
    west.pi().partitionFrom(east.pi());
    cluster.promote(east);
    awaitCommits(east, 1);
    int before = commits(west);
    bed.eventually(SOON, () -> commits(west) > before + 20);

    Verdict verdict = verdict(east);

    assertThat(verdict.overlaps()).hasSize(1);
    assertThat(verdict.overlaps().getFirst().older().site()).isEqualTo(west.name());
    assertThat(verdict.losses()).isNotEmpty();
  }

  @Test
  void writes_that_the_replica_had_not_got_are_lost_and_explained_by_its_lag() {
    west.pi().partitionFrom(east.pi());
    int before = commits(west);
    bed.eventually(SOON, () -> commits(west) > before + 20);
    west.pi().powerCut();
    cluster.promote(east);
    awaitCommits(east, 2);

    Verdict verdict = verdict(east);

    assertThat(verdict.overlaps()).isEmpty();
    assertThat(verdict.losses()).hasSizeGreaterThan(10);
    assertThat(verdict.unexplained()).isZero();
    assertThat(verdict.lagBytes()).isPositive();
  }

  @Test
  void a_row_that_vanishes_although_it_was_replicated_is_explained_by_nothing() {
    cluster.stop(west);
    cluster.promote(east);
    awaitCommits(east, 2);
    List<Journal> journals = clients.stop();
    cluster
        .sql(east, "delete from chaos.writes where client like 'stays%' and number = 2")
        .orFail();

    assertThat(new Aftermath(cluster, east).verdict(journals).unexplained()).isEqualTo(1);
  }

  /** Notes outlive a test. */
  private static String named(String client) {
    return client + "-" + built;
  }

  private Verdict verdict(Site leader) {
    return new Aftermath(cluster, leader).verdict(clients.stop());
  }

  private void awaitCommits(Site site, int writers) {
    bed.eventually(SOON, () -> writersAt(site), count -> count >= writers);
  }

  private long writersAt(Site site) {
    return clients.journals().stream().filter(journal -> commits(journal, site) > 0).count();
  }

  private int commits(Site site) {
    return clients.journals().stream().mapToInt(journal -> commits(journal, site)).sum();
  }

  private static int commits(Journal journal, Site site) {
    return (int)
        journal.attempts().stream()
            .flatMap(attempt -> attempt.commit().stream())
            .filter(commit -> commit.by().site().equals(site.name()))
            .count();
  }
}
