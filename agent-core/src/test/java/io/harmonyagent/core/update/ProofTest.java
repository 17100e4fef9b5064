package io.harmonyagent.core.update;

import static io.harmonyagent.core.update.Proof.Verdict.DOES_NOT_WORK;
import static io.harmonyagent.core.update.Proof.Verdict.NOT_YET;
import static io.harmonyagent.core.update.Proof.Verdict.WORKS;
import static io.harmonyagent.core.update.Proof.Verdict.WORKS_OFFLINE;
import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.time.Moment;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ProofTest {
  private static final Moment START = new Moment(Instant.EPOCH, 0);

  @Test
  void whoever_hears_from_the_mesh_works_if_it_does_so_after_a_while() throws Exception {
    assertThat(after(29, true, true, false)).isEqualTo(NOT_YET);
    assertThat(after(30, true, true, false)).isEqualTo(WORKS);
  }

  @Test
  void nobody_has_to_wait_for_that_longer_than_half_a_minute() throws Exception {
    assertThat(
            new Proof(new Signs(true, true, false), Duration.ofHours(1), START)
                .at(START.plus(Duration.ofSeconds(30))))
        .isEqualTo(WORKS);
  }

  @Test
  void whoever_the_mesh_does_not_hear_does_not_work() throws Exception {
    Signs signs = new Signs(true, true, true);
    signs.isHeard = false;

    assertThat(after(89, signs)).isEqualTo(NOT_YET);
    assertThat(after(90, signs)).isEqualTo(DOES_NOT_WORK);
  }

  @Test
  void whoever_has_not_begun_with_every_resource_does_not_work() throws Exception {
    Signs signs = new Signs(true, true, true);
    signs.takenUp = false;

    assertThat(after(89, signs)).isEqualTo(NOT_YET);
    assertThat(after(90, signs)).isEqualTo(DOES_NOT_WORK);
  }

  @Test
  void whose_engine_does_not_answer_any_longer_does_not_work_with_a_mesh_or_without()
      throws Exception {
    Signs online = new Signs(true, true, true);
    online.alive = false;
    Signs offline = new Signs(false, false, true);
    offline.alive = false;

    assertThat(after(89, online)).isEqualTo(NOT_YET);
    assertThat(after(90, online)).isEqualTo(DOES_NOT_WORK);
    assertThat(after(60, offline)).isEqualTo(NOT_YET);
  }

  @Test
  void without_a_network_the_manifest_has_to_do_for_the_time_being_but_not_at_once()
      throws Exception {
    assertThat(after(59, false, false, true)).isEqualTo(NOT_YET);
    assertThat(after(60, false, false, true)).isEqualTo(WORKS_OFFLINE);
  }

  @Test
  void whoever_cannot_speak_to_a_mesh_that_is_there_does_not_work() throws Exception {
    assertThat(after(60, false, true, true)).isEqualTo(NOT_YET);
    assertThat(after(90, false, true, true)).isEqualTo(DOES_NOT_WORK);
  }

  @Test
  void whoever_has_nothing_to_show_does_not_work() throws Exception {
    assertThat(after(89, false, false, false)).isEqualTo(NOT_YET);
    assertThat(after(90, false, false, false)).isEqualTo(DOES_NOT_WORK);
  }

  @Test
  void who_listens_is_asked_a_few_times_only() throws Exception {
    Signs signs = new Signs(false, true, true);
    Proof proof = new Proof(signs, Duration.ofSeconds(100), START);

    for (int tenths = 0; tenths < 1000; tenths++) {
      proof.at(START.plus(Duration.ofMillis(tenths * 100L)));
    }

    assertThat(signs.asked).isEqualTo(4);
  }

  private static Proof.Verdict after(
      int seconds, boolean heard, boolean somebodyListens, boolean workedThrough)
      throws InterruptedException {
    return after(seconds, new Signs(heard, somebodyListens, workedThrough));
  }

  private static Proof.Verdict after(int seconds, Signs signs) throws InterruptedException {
    return new Proof(signs, Duration.ofSeconds(100), START)
        .at(START.plus(Duration.ofSeconds(seconds)));
  }

  private static final class Signs implements SignsOfLife {
    private final boolean heard;
    private final boolean listens;
    private final boolean workedThrough;
    private boolean isHeard = true;
    private boolean takenUp = true;
    private boolean alive = true;
    private int asked;

    Signs(boolean heard, boolean listens, boolean workedThrough) {
      this.heard = heard;
      this.listens = listens;
      this.workedThrough = workedThrough;
    }

    @Override
    public boolean heardFromTheMesh() {
      return heard;
    }

    @Override
    public boolean isHeardByTheMesh() {
      return isHeard;
    }

    @Override
    public boolean engineAnswers() {
      return alive;
    }

    @Override
    public boolean hasTakenUpTheManifest() {
      return takenUp;
    }

    @Override
    public boolean somebodyListens() {
      asked++;
      return listens;
    }

    @Override
    public boolean hasWorkedThroughTheManifest() {
      return workedThrough;
    }
  }
}
