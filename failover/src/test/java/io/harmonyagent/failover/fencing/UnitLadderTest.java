package io.harmonyagent.failover.fencing;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.failover.core.FenceRung;
import io.harmonyagent.failover.site.FakeParts;
import io.harmonyagent.failover.site.Ladder;
import io.harmonyagent.failover.systemd.Units;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnitLadderTest {
  @TempDir Path root;

  @Test
  void where_pid_1_does_not_answer_the_last_rung_is_climbed_without_it() {
    AtomicInteger resets = new AtomicInteger();
    try (Units nobody = new Units(root.resolve("no-bus"))) {
      UnitLadder ladder =
          new UnitLadder(
              nobody, "x", "x.service", 1, new FakeParts(), () -> resets.incrementAndGet());

      Ladder.Result result = ladder.climb(FenceRung.REBOOT, Duration.ofSeconds(1));

      assertThat(result).isEqualTo(new Ladder.Result.NotVerified(FenceRung.REBOOT));
      assertThat(resets).hasValue(1);
    }
  }
}
