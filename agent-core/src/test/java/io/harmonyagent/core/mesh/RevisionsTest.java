package io.harmonyagent.core.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RevisionsTest {
  private final Revisions revisions = new Revisions();

  @Test
  void what_a_watch_told_is_not_missed() {
    revisions.told(7);
    assertThat(revisions.looked(7)).isEqualTo(Revisions.Found.NEWEST);
    assertThat(revisions.looked(8)).isEqualTo(Revisions.Found.MISSED);
  }

  @Test
  void a_replica_that_is_behind_now_and_then_is_not_believed() {
    revisions.told(7);
    for (int i = 0; i < 5; i++) {
      assertThat(revisions.looked(6)).isEqualTo(Revisions.Found.BEHIND);
      assertThat(revisions.looked(6)).isEqualTo(Revisions.Found.BEHIND);
      assertThat(revisions.looked(7)).isEqualTo(Revisions.Found.NEWEST);
    }
  }

  @Test
  void look_after_look_with_a_lower_one_says_that_the_bucket_was_made_anew() {
    revisions.told(7);
    revisions.looked(1);
    revisions.looked(1);
    assertThat(revisions.looked(1)).isEqualTo(Revisions.Found.MADE_ANEW);
    assertThat(revisions.looked(1)).isEqualTo(Revisions.Found.NEWEST);
    assertThat(revisions.looked(2)).isEqualTo(Revisions.Found.MISSED);
  }

  @Test
  void a_watch_that_starts_at_a_replica_that_is_behind_takes_nothing_back() {
    revisions.told(7);
    revisions.told(6);
    assertThat(revisions.looked(7)).isEqualTo(Revisions.Found.NEWEST);
  }
}
