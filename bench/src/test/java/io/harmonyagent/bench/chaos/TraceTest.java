package io.harmonyagent.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Times of one event, from what the clients wrote down. */
class TraceTest {
  private static final long MS = 1_000_000;

  private final List<Attempt> attempts = new ArrayList<>();

  @Test
  void the_old_one_is_the_one_that_accepted_commits_when_it_happened_and_not_when_it_came_back() {
    acked(90, "west", 1);
    acked(130, "west", 1);
    acked(600, "east", 2);
    acked(900, "west", 3);

    assertThat(trace(100).lastCommitOfTheOldMs()).isEqualTo(30);
  }

  @Test
  void a_commit_that_was_under_way_when_it_happened_is_none_of_the_next_opening() {
    acked(90, "west", 1);
    acked(101, "west", 1);
    assertThat(trace(100).firstCommitOfAnOpeningMs("west")).isEmpty();

    acked(340, "west", 2);
    assertThat(trace(100).firstCommitOfAnOpeningMs("west")).hasValue(240);
  }

  @Test
  void the_gap_is_the_longest_time_without_a_commit_after_the_event() {
    acked(10, "west", 1);
    acked(95, "west", 1);
    acked(105, "west", 1);
    acked(345, "west", 1);
    acked(350, "west", 1);

    assertThat(trace(100).gapMs()).isEqualTo(240);
  }

  @Test
  void one_write_of_each_session_may_have_been_in_flight() {
    acked(90, "west", 1);
    unknown(110);
    assertThat(trace(100).failedBeyondThoseInFlight()).isZero();

    unknown(120);
    assertThat(trace(100).failedBeyondThoseInFlight()).isEqualTo(1);
  }

  private void acked(long endedMs, String site, long timeline) {
    attempts.add(
        new Attempt(
            new WriteId("a", attempts.size()),
            endedMs * MS,
            endedMs * MS,
            new Answer.Acked(site, timeline, endedMs, endedMs * MS)));
  }

  private void unknown(long endedMs) {
    attempts.add(
        new Attempt(
            new WriteId("a", attempts.size()),
            endedMs * MS,
            endedMs * MS,
            new Answer.Unknown("no_answer")));
  }

  private Trace trace(long atMs) {
    return new Trace(atMs * MS, List.of(new Journal(attempts, List.of(), 0)));
  }
}
