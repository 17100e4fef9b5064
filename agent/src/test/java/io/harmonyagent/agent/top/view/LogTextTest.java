package io.harmonyagent.agent.top.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ResourceId;
import org.junit.jupiter.api.Test;

class LogTextTest {
  private final LogText log = new LogText(new LogKey(new AgentId("pi"), new ResourceId("web")));

  @Test
  void lines_are_put_together_from_pieces() {
    log.add("one\ntw");
    log.add("o\n\nthr");

    assertThat(log.lines()).containsExactly("one", "two", "");
  }

  @Test
  void what_is_kept_has_an_end() {
    log.add("x".repeat(100_000) + "\n");
    log.add("line\n".repeat(10_000));
    assertThat(log.lines()).hasSize(2_000);

    log.restart();
    log.add("x".repeat(100_000) + "\n");
    assertThat(log.lines().getFirst()).hasSize(1_000);
  }
}
