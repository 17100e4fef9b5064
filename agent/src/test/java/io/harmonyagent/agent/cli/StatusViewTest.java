package io.harmonyagent.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Condition;
import io.harmonyagent.core.status.Conditions;
import io.harmonyagent.core.status.Drift;
import io.harmonyagent.core.status.Rejection;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.status.ResourceError;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StatusViewTest {
  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

  private final SortedMap<ResourceId, ResourceStatus> resources = new TreeMap<>();

  @Test
  void a_status_is_a_heading_and_a_row_for_each_resource() {
    put("web", "File", new ResourceState.Ready(new ResourceDetails.FileDetails("/etc/web", "", 1)));
    put("a", "File", new ResourceState.Failed(new ResourceError("DiskFull", "no space"), 2, NOON));
    put("waiting", "File", new ResourceState.Blocked("a"));
    put("strange", "Quantum", new ResourceState.UnknownResource());
    put("going", "File", new ResourceState.Deleting());

    assertThat(new StatusView(status(false, Optional.empty(), Optional.empty())).table(true))
        .isEqualTo(
            """
            pi-1  generation 3 of 4  not Ready
            RESOURCE  KIND     STATE            DETAIL
            a         File     Failed           DiskFull: no space
            going     File     Deleting
            strange   Quantum  UnknownResource  this version does not know the kind
            waiting   File     Blocked          waits for a
            web       File     Ready            /etc/web\
            """
                .stripTrailing());
  }

  @Test
  void a_ready_device_with_nothing_to_do_is_one_line() {
    assertThat(new StatusView(status(true, Optional.empty(), Optional.empty())).table(true))
        .isEqualTo("pi-1  generation 3 of 4  Ready");
  }

  @Test
  void drift_is_told_with_its_repair() {
    resources.put(
        new ResourceId("web"),
        new ResourceStatus(
            "File",
            "",
            NOON,
            new ResourceState.Ready(new ResourceDetails.FileDetails("/etc/web", "", 1)),
            Optional.of(new Drift(NOON, "content", 41))));

    assertThat(new StatusView(status(true, Optional.empty(), Optional.empty())).table(true))
        .endsWith("/etc/web (drift at 2026-01-31T12:00:00Z: content; repaired in 41 ms)");
  }

  @Test
  void a_rejection_and_a_stop_are_told_in_the_heading() {
    Rejection rejection =
        new Rejection(Optional.of(5L), "InvalidManifest", "/resources/0: is odd", "", NOON);

    assertThat(new StatusView(status(true, Optional.of(rejection), Optional.of(NOON))).table(true))
        .isEqualTo(
            "pi-1  generation 3 of 4  Ready  stopped at 2026-01-31T12:00:00Z\n"
                + "rejected: /resources/0: is odd");
  }

  @Test
  void a_configuration_that_cannot_be_used_is_told_in_the_heading() {
    List<Condition> conditions =
        Conditions.fold(
            resources,
            true,
            Optional.of("config.yaml:1:1: is odd"),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            NOON);

    assertThat(new StatusView(status(conditions, Optional.empty(), Optional.empty())).table(true))
        .isEqualTo(
            "pi-1  generation 3 of 4  Ready, Degraded\n"
                + "configuration: config.yaml:1:1: is odd; the configuration that last worked is in"
                + " force");
  }

  private void put(String id, String kind, ResourceState state) {
    resources.put(new ResourceId(id), new ResourceStatus(kind, "", NOON, state, Optional.empty()));
  }

  private AgentStatus status(
      boolean ready, Optional<Rejection> rejection, Optional<Instant> stoppedAt) {
    return status(
        List.of(new Condition(Condition.Type.READY, ready, "x", "", NOON)), rejection, stoppedAt);
  }

  private AgentStatus status(
      List<Condition> conditions, Optional<Rejection> rejection, Optional<Instant> stoppedAt) {
    return new AgentStatus(
        new AgentId("pi-1"),
        "1",
        "test",
        "boot",
        4,
        3,
        0,
        resources,
        conditions,
        rejection,
        Optional.empty(),
        stoppedAt);
  }
}
