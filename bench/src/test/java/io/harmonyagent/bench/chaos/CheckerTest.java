package io.harmonyagent.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Histories as clients could bring them, and what the checker must say of each. */
class CheckerTest {
  private static final Tenancy WEST = new Tenancy("west", 1);
  private static final Tenancy EAST = new Tenancy("east", 2);

  private final List<Attempt> attempts = new ArrayList<>();
  private final Set<WriteId> rows = new HashSet<>();

  @Test
  void a_clean_failover_is_clean() {
    acked("a", 1, WEST, 100, 10, 20);
    acked("a", 2, WEST, 200, 30, 40);
    acked("a", 3, EAST, 300, 50, 60);
    acked("b", 1, EAST, 310, 55, 65);

    Verdict verdict = check();

    assertThat(verdict.overlaps()).isEmpty();
    assertThat(verdict.losses()).isEmpty();
    assertThat(verdict.phantoms()).isEmpty();
    assertThat(verdict.acknowledged()).isEqualTo(4);
  }

  @Test
  void two_sites_that_take_turns_within_the_same_time_overlap() {
    acked("a", 1, WEST, 100, 10, 20);
    acked("b", 1, EAST, 100, 22, 24);
    acked("a", 2, WEST, 200, 30, 40);

    assertThat(check().overlaps()).containsExactly(new Overlap(WEST, EAST, 6));
  }

  @Test
  void a_single_commit_of_the_old_site_within_the_time_of_the_new_one_overlaps() {
    acked("b", 1, EAST, 100, 10, 20);
    acked("a", 1, WEST, 100, 30, 40);
    acked("b", 2, EAST, 200, 50, 60);

    assertThat(check().overlaps()).containsExactly(new Overlap(WEST, EAST, 10));
  }

  @Test
  void the_old_site_must_not_go_on_after_the_new_one_has_ended() {
    acked("b", 1, EAST, 100, 10, 20);
    acked("a", 1, WEST, 100, 130, 140);

    assertThat(check().overlaps()).hasSize(1);
  }

  @Test
  void an_answer_that_was_long_on_its_way_proves_no_overlap() {
    acked("a", 1, WEST, 100, 10, 90);
    acked("b", 1, EAST, 100, 50, 60);

    assertThat(check().overlaps()).isEmpty();
  }

  @Test
  void what_the_site_executed_late_was_committed_late_although_it_was_sent_early() {
    attempts.add(
        new Attempt(new WriteId("a", 1), 10, 90, new Answer.Acked("west", 1, 100, /* at */ 80)));
    acked("b", 1, EAST, 100, 50, 60);

    assertThat(check().overlaps()).containsExactly(new Overlap(WEST, EAST, 20));
  }

  @Test
  void a_site_with_a_wrong_clock_is_believed_within_what_the_client_saw() {
    attempts.add(
        new Attempt(new WriteId("a", 1), 10, 20, new Answer.Acked("west", 1, 100, /* at */ 9_999)));
    acked("b", 1, EAST, 100, 30, 40);

    assertThat(check().overlaps()).isEmpty();
  }

  @Test
  void two_sites_on_one_timeline_are_an_overlap_whenever_that_was() {
    acked("a", 1, new Tenancy("west", 2), 100, 10, 20);
    acked("b", 1, new Tenancy("east", 2), 100, 5_000, 5_010);

    assertThat(check().overlaps()).hasSize(1);
  }

  @Test
  void a_site_that_comes_back_on_a_later_timeline_is_a_tenant_anew() {
    acked("a", 1, WEST, 100, 10, 20);
    acked("a", 2, EAST, 200, 30, 40);
    acked("a", 3, new Tenancy("west", 3), 300, 50, 60);

    assertThat(check().overlaps()).isEmpty();
  }

  @Test
  void an_acknowledged_write_without_a_row_is_lost() {
    acked("a", 1, WEST, 100, 10, 20);
    rows.clear();

    assertThat(check().losses()).extracting(loss -> loss.commit().id().number()).containsOnly(1L);
  }

  @Test
  void a_write_without_an_answer_may_be_there_or_not() {
    attempts.add(new Attempt(new WriteId("a", 1), 10, 20, new Answer.Unknown("no_answer")));
    attempts.add(new Attempt(new WriteId("a", 2), 30, 40, new Answer.Unknown("no_answer")));
    rows.add(new WriteId("a", 2));

    Verdict verdict = check();

    assertThat(verdict.losses()).isEmpty();
    assertThat(verdict.phantoms()).isEmpty();
  }

  @Test
  void a_row_that_nobody_has_written_is_a_phantom() {
    acked("a", 1, WEST, 100, 10, 20);
    rows.add(new WriteId("a", 7));

    assertThat(check().phantoms()).containsExactly(new WriteId("a", 7));
  }

  @Test
  void a_loss_behind_the_fork_is_explained_by_the_lag_and_measured() {
    acked("a", 1, WEST, 100, 10, 20);
    acked("a", 2, WEST, 200, 30, 40);
    acked("a", 3, WEST, 300, 50, 60);
    rows.remove(new WriteId("a", 2));
    rows.remove(new WriteId("a", 3));

    Verdict verdict = Checker.check(attempts, rows, new Forks(Map.of(1L, 180L)));

    assertThat(verdict.losses()).hasSize(2);
    assertThat(verdict.unexplained()).isZero();
    assertThat(verdict.lagBytes()).isEqualTo(120);
  }

  @Test
  void a_loss_of_what_the_new_site_had_received_is_explained_by_nothing() {
    acked("a", 1, WEST, 100, 10, 20);
    acked("a", 2, WEST, 200, 30, 40);
    rows.remove(new WriteId("a", 1));

    Verdict verdict = Checker.check(attempts, rows, new Forks(Map.of(1L, 250L)));

    assertThat(verdict.unexplained()).isEqualTo(1);
  }

  @Test
  void a_loss_on_a_timeline_that_never_ended_is_explained_by_nothing() {
    acked("a", 1, WEST, 100, 10, 20);
    acked("a", 2, WEST, 200, 30, 40);
    rows.remove(new WriteId("a", 1));

    assertThat(check().unexplained()).isEqualTo(1);
  }

  private void acked(String client, long number, Tenancy by, long lsn, long sentNs, long endedNs) {
    WriteId id = new WriteId(client, number);
    attempts.add(
        new Attempt(id, sentNs, endedNs, new Answer.Acked(by.site(), by.timeline(), lsn, sentNs)));
    rows.add(id);
  }

  private Verdict check() {
    return Checker.check(attempts, rows, Forks.none());
  }
}
