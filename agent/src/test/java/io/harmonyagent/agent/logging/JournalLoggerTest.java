package io.harmonyagent.agent.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

class JournalLoggerTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Logger log =
      new JournalLoggerFactory(new PrintStream(bytes, true, StandardCharsets.UTF_8))
          .getLogger("io.harmonyagent.core.Engine");

  @Test
  void each_event_has_the_priority_that_journald_reads() {
    log.error("e");
    log.warn("w {}", 1);
    log.info("i {} {}", 1, 2);

    assertThat(printed()).isEqualTo("<3>Engine: e\n<4>Engine: w 1\n<6>Engine: i 1 2\n");
  }

  @Test
  void debugging_is_off_unless_it_is_asked_for() {
    log.debug("d");
    log.trace("t");

    assertThat(printed()).isEmpty();
  }

  @Test
  void an_event_is_one_line_whatever_it_holds() {
    log.warn("two\nlines", new IllegalStateException("and\nmore"));

    assertThat(printed().lines()).hasSize(1);
  }

  private String printed() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
