package io.harmonyagent.core.update;

import static io.harmonyagent.core.update.Proof.Verdict.DOES_NOT_WORK;
import static io.harmonyagent.core.update.Proof.Verdict.NOT_YET;
import static io.harmonyagent.core.update.Proof.Verdict.WORKS;
import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.time.Moment;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ProofTest {
  private static final Moment START = new Moment(Instant.EPOCH, 0);

  @Test
  void whoever_hears_from_the_mesh_works() {
    assertThat(after(1, true, true, false)).isEqualTo(WORKS);
  }

  @Test
  void without_a_network_the_manifest_has_to_do_but_not_at_once() {
    assertThat(after(59, false, false, true)).isEqualTo(NOT_YET);
    assertThat(after(60, false, false, true)).isEqualTo(WORKS);
  }

  @Test
  void whoever_cannot_speak_to_a_mesh_that_is_there_does_not_work() {
    assertThat(after(60, false, true, true)).isEqualTo(NOT_YET);
    assertThat(after(90, false, true, true)).isEqualTo(DOES_NOT_WORK);
  }

  @Test
  void whoever_has_nothing_to_show_does_not_work() {
    assertThat(after(89, false, false, false)).isEqualTo(NOT_YET);
    assertThat(after(90, false, false, false)).isEqualTo(DOES_NOT_WORK);
  }

  private static Proof.Verdict after(
      int seconds, boolean heard, boolean somebodyListens, boolean workedThrough) {
    SignsOfLife signs =
        new SignsOfLife() {
          @Override
          public boolean heardFromTheMesh() {
            return heard;
          }

          @Override
          public boolean somebodyListens() {
            return somebodyListens;
          }

          @Override
          public boolean hasWorkedThroughTheManifest() {
            return workedThrough;
          }
        };
    return new Proof(signs, Duration.ofSeconds(100), START)
        .at(START.plus(Duration.ofSeconds(seconds)));
  }
}
