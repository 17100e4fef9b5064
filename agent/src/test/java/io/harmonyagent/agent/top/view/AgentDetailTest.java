package io.harmonyagent.agent.top.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Drift;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AgentDetailTest {
  private static final ResourceId WEB = new ResourceId("web-config");

  private final AgentDetail detail = new AgentDetail(new AgentId("pi"));

  @Test
  void a_reconcile_lasts_from_its_beginning_to_the_state_that_ends_it() {
    detail.says(status(new ResourceState.Reconciling(), 30));
    assertThat(detail.took(WEB, Scene.NOON)).contains(Duration.ofSeconds(30));
    detail.says(status(Scene.file(), 18));

    assertThat(detail.took(WEB, Scene.NOON)).contains(Duration.ofSeconds(12));
  }

  @Test
  void one_that_was_not_seen_has_no_duration() {
    detail.says(status(Scene.file(), 18));

    assertThat(detail.took(WEB, Scene.NOON)).isEmpty();
  }

  @Test
  void transitions_are_told_the_newest_first_and_only_once() {
    detail.says(status(new ResourceState.Pending(), 30));
    detail.says(status(Scene.file(), 18));
    detail.says(status(Scene.file(), 18));

    assertThat(detail.transitions(WEB))
        .extracting(Transition::what)
        .containsExactly("Pending → Ready", "Pending");
  }

  @Test
  void a_drift_is_an_event_too() {
    detail.says(status(Scene.file(), 18));
    detail.says(
        status(Scene.file(), 18, Optional.of(new Drift(Scene.ago(5), "was edited", 1_400))));

    assertThat(detail.transitions(WEB).getFirst().note()).isEqualTo("was edited; repaired in 1.4s");
  }

  @Test
  void what_is_kept_has_an_end() {
    for (int i = 0; i < 2_000; i++) {
      detail.says(status(Scene.file(), 10_000 - i));
    }

    assertThat(detail.transitions(WEB)).hasSize(500);
  }

  @Test
  void a_long_chain_is_brought_into_order() {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      parts.add(
          i == 4_999 ? Scene.part("r4999", "File") : Scene.part("r" + i, "File", "r" + (i + 1)));
    }

    List<ResourceId> ordered = Part.inOrder(parts);

    assertThat(ordered).hasSize(5_000).startsWith(new ResourceId("r4999"));
    assertThat(ordered).endsWith(new ResourceId("r0"));
  }

  private static AgentStatus status(ResourceState state, long secondsAgo) {
    return status(state, secondsAgo, Optional.empty());
  }

  private static AgentStatus status(ResourceState state, long secondsAgo, Optional<Drift> drift) {
    SortedMap<ResourceId, ResourceStatus> resources = new TreeMap<>();
    resources.put(WEB, new ResourceStatus("File", "h", Scene.ago(secondsAgo), state, drift));
    return Scene.status("pi", 1, resources);
  }
}
