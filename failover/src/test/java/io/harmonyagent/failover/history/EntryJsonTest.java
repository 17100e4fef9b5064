package io.harmonyagent.failover.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.failover.core.Evidence;
import io.harmonyagent.failover.core.NoConfigEvidence;
import io.harmonyagent.failover.core.Role;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.core.Transition;
import io.harmonyagent.failover.simulation.SimulatedNotes;
import io.harmonyagent.failover.site.FlightRecorder.Entry;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What was decided is read as it was written, and the evidence leads to it again. */
class EntryJsonTest {
  private static final int SEEDS = 25;
  private static final int OF_EACH_KIND = 50;

  @Test
  void every_kind_of_evidence_comes_back_as_it_was_and_decides_the_same() throws Exception {
    Map<Class<?>, List<Evidence>> found = new HashMap<>();
    for (long seed = 1; seed <= SEEDS; seed++) {
      SimulatedNotes.of(
          seed,
          note -> {
            List<Evidence> ofKind =
                found.computeIfAbsent(note.evidence().getClass(), _ -> new ArrayList<>());
            if (ofKind.size() < OF_EACH_KIND) {
              ofKind.add(note.evidence());
            }
          });
    }
    found.put(NoConfigEvidence.class, List.of(new NoConfigEvidence(Transition.HAND_OVER)));

    assertThat(found.keySet()).containsExactlyInAnyOrder(Evidence.class.getPermittedSubclasses());
    for (List<Evidence> ofKind : found.values()) {
      for (Evidence evidence : ofKind) {
        Entry entry = entry(evidence);
        Entry read = EntryJson.read(EntryJson.bytes(entry), "entry");
        assertThat(read).isEqualTo(entry);
        assertThat(read.evidence().decide()).isEqualTo(read.decision());
      }
    }
  }

  @Test
  void a_refusal_without_a_reason_is_none() {
    String entry = new String(EntryJson.bytes(refused()), StandardCharsets.UTF_8);
    String without = entry.replaceFirst("\"reasons\":\\[[^]]*],", "");

    assertThat(without).isNotEqualTo(entry);
    assertThatThrownBy(() -> read(without))
        .isInstanceOfSatisfying(
            InvalidDocument.class, e -> assertThat(e.sentence()).contains("reasons"));
  }

  @Test
  void half_of_an_evidence_is_none() {
    String entry = new String(EntryJson.bytes(refused()), StandardCharsets.UTF_8);

    assertThatThrownBy(() -> read(entry.replace("\"asked\":\"hand-over\"", "")))
        .isInstanceOfSatisfying(
            InvalidDocument.class, e -> assertThat(e.sentence()).contains("/evidence/asked"));
  }

  private static Entry read(String text) throws InvalidDocument {
    return EntryJson.read(text.getBytes(StandardCharsets.UTF_8), "entry");
  }

  private static Entry refused() {
    return entry(new NoConfigEvidence(Transition.HAND_OVER));
  }

  private static Entry entry(Evidence evidence) {
    return new Entry(
        Instant.parse("2026-01-31T12:00:00.250Z"),
        new SiteId("a"),
        "run",
        7,
        Role.STANDBY,
        3,
        evidence,
        evidence.decide());
  }
}
