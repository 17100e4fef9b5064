package io.harmonyagent.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What the kernel and the journal say, as it is read. */
class ParsingTest {
  @Test
  void the_time_of_every_pass_over_that_many_resources_is_found_in_order() {
    String journal =
        """
        Nov 16 03:01:02.123456 cellar harmony-agent[99]: PassTimer: pass over 1000 resources took 5.812 ms
        Nov 16 03:01:02.200000 cellar harmony-agent[99]: PassTimer: pass over 5 resources took 0.100 ms
        Nov 16 03:01:03.123456 cellar harmony-agent[99]: PassTimer: pass over 1000 resources took 14.003 ms
        """;

    assertThat(PassLog.millis(journal, 1000)).containsExactly(5.812, 14.003);
  }

  @Test
  void the_moment_at_which_a_generation_was_ready_is_found() {
    String journal =
        """
        1763262062.000001 cellar harmony-agent[99]: EngineLoop: generation 2: accepted, 2 resources
        1763262062.012345 cellar harmony-agent[99]: Transitions: generation 2: all 2 resources are ready
        """;

    assertThat(ReadyLog.readyAt(journal, 2)).contains(Instant.parse("2025-11-16T03:01:02.012345Z"));
    assertThat(ReadyLog.readyAt(journal, 1)).isEmpty();
  }

  @Test
  void memory_is_read_in_bytes() {
    String rollup =
        """
        5500-7fff ---p 00000000 00:00 0     [rollup]
        Rss:               30000 kB
        Pss:               20000 kB
        Pss_Anon:           7000 kB
        Anonymous:          7001 kB
        AnonHugePages:         0 kB
        """;

    assertThat(Memory.parse(rollup)).isEqualTo(new Memory(20_480_000, 7_169_024));
  }

  @Test
  void cpu_time_is_that_of_user_and_kernel_together() {
    Usage usage =
        Usage.parse(
            "99 (odd) name) S 1 99 99 0 -1 4194560 2103 0 12 0 7 5 0 0 20 0 14 0 8675309 0",
            "rchar: 1\nwrite_bytes: 4096\ncancelled_write_bytes: 0\n");

    assertThat(usage).isEqualTo(new Usage(Duration.ofMillis(120), 4096));
  }

  @Test
  void a_core_that_was_busy_for_a_tenth_of_a_second_in_a_minute_is_a_sixth_of_a_percent() {
    Usage earlier = new Usage(Duration.ofMillis(500), 100);
    Usage later = new Usage(Duration.ofMillis(600), 350);

    assertThat(later.cpuPercentSince(earlier, Duration.ofMinutes(1))).isBetween(0.1666, 0.1667);
    assertThat(later.diskBytesSince(earlier)).isEqualTo(250);
  }
}
