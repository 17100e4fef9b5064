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
  void whoever_hears_from_the_mesh_works() throws Exception {
    assertThat(after(1, true, true, false)).isEqualTo(WORKS);
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
    return new Proof(
            new Signs(heard, somebodyListens, workedThrough), Duration.ofSeconds(100), START)
        .at(START.plus(Duration.ofSeconds(seconds)));
  }

  private static final class Signs implements SignsOfLife {
    private final boolean heard;
    private final boolean listens;
    private final boolean workedThrough;
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
