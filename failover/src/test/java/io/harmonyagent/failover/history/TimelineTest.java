package io.harmonyagent.failover.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.mesh.BucketScan;
import io.harmonyagent.failover.core.Evidence;
import io.harmonyagent.failover.core.NoConfigEvidence;
import io.harmonyagent.failover.core.Role;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.core.Transition;
import io.harmonyagent.failover.site.FlightRecorder.Entry;
import io.nats.client.impl.Headers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TimelineTest {
  private static final Instant NOW = Instant.parse("2026-11-18T10:00:00Z");

  @Test
  void an_entry_of_another_version_is_told_and_keeps_nobody_from_the_rest() {
    Timeline timeline = Timeline.of(List.of(event(1, "{\"evidence\": \"of tomorrow\"}"), good(2)));

    assertThat(timeline.decisions()).hasSize(1);
    assertThat(timeline.agrees()).isTrue();
    assertThat(timeline.rows(false)).hasSize(3);
    assertThat(timeline.rows(false).getLast().getLast()).startsWith("cannot be read: ");
  }

  @Test
  void what_was_sent_twice_stands_in_it_once() {
    assertThat(Timeline.of(List.of(good(1), good(2))).decisions()).hasSize(1);
  }

  private static BucketScan.Entry good(long revision) {
    Evidence evidence = new NoConfigEvidence(Transition.HAND_OVER);
    Entry entry =
        new Entry(NOW, new SiteId("a"), "run", 1, Role.FENCED, 0, evidence, evidence.decide());
    return event(revision, new String(EntryJson.bytes(entry), StandardCharsets.UTF_8));
  }

  private static BucketScan.Entry event(long revision, String text) {
    return new BucketScan.Entry(
        "shop.event",
        Optional.of(text.getBytes(StandardCharsets.UTF_8)),
        revision,
        NOW,
        new Headers());
  }
}
