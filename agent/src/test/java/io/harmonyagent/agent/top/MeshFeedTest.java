package io.harmonyagent.agent.top;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MeshFeedTest {
  private static final String INFO = "$JS.API.STREAM.INFO.KV_harmony_agents";

  @Test
  void who_may_not_ask_is_told_from_who_gets_no_answer() {
    assertThat(MeshFeed.isRefusal("Permissions Violation for Publish to \"" + INFO + "\"", INFO))
        .isTrue();
    assertThat(MeshFeed.isRefusal("permissions violation for publish to \"other\"", INFO))
        .isFalse();
    assertThat(MeshFeed.isRefusal("Stale Connection", INFO)).isFalse();
    assertThat(MeshFeed.isRefusal(null, INFO)).isFalse();
  }
}
