package io.harmonyagent.agent.it;

import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import io.harmonyagent.testbed.Pi;
import io.harmonyagent.testbed.Testbed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The containers of one device, as podman itself shows them and as the agent's status does. */
record Containers(Testbed bed, ControlPlane control, Device device) {
  private static final Duration SOON = Duration.ofSeconds(30);

  /** A manifest of one container with the id "web"; {@code more} are further fields of its spec. */
  static String web(long generation, String image, String more) {
    return manifest(generation, container("web", image, more));
  }

  static String manifest(long generation, String... resources) {
    return "{\"generation\": %d, \"resources\": [%s]}"
        .formatted(generation, String.join(",", resources));
  }

  static String container(String id, String image, String more) {
    return "{\"id\": \"%s\", \"spec\": {\"kind\": \"Container\", \"image\": \"%s\"%s}}"
        .formatted(id, image, more.isEmpty() ? "" : ", " + more);
  }

  String image(String name, String tag) {
    return bed.registry().image(name, tag).reference();
  }

  Pi pi() {
    return device.pi();
  }

  void want(String manifest) {
    control.want(device.name(), manifest);
  }

  AgentStatus converged(long generation) {
    return bed.eventually(
            SOON,
            () -> control.status(device.name()),
            s -> s.isPresent() && s.get().hasConverged(generation))
        .orElseThrow();
  }

  /** The state of the resource "web" once it is as wanted. */
  ResourceState awaitState(Predicate<ResourceState> wanted) {
    return bed.eventually(SOON, this::state, wanted);
  }

  ResourceState.Failed awaitFailed(String code) {
    return (ResourceState.Failed)
        awaitState(s -> s instanceof ResourceState.Failed f && f.error().code().equals(code));
  }

  ResourceState state() {
    return status().map(ResourceStatus::state).orElse(new ResourceState.Pending());
  }

  Optional<ResourceStatus> status() {
    return control.status(device.name()).map(s -> s.resources().get(new ResourceId("web")));
  }

  ResourceDetails.ContainerDetails details() {
    return (ResourceDetails.ContainerDetails) ((ResourceState.Ready) state()).details();
  }

  /** What podman says of a container, by a template of Go's. */
  String inspect(String name, String template) {
    return pi().run("podman", "inspect", "--type=container", "--format=" + template, name).text();
  }

  String id(String name) {
    return inspect(name, "{{.Id}}");
  }

  String pid(String name) {
    return inspect(name, "{{.State.Pid}}");
  }

  /** Of one that is there: whoever has the same is the same, and was not restarted. */
  String life(String name) {
    return bed.eventually(
        SOON, () -> inspect(name, "{{.Id}} {{.State.Pid}}"), answer -> !answer.isBlank());
  }

  boolean runs(String name) {
    return inspect(name, "{{.State.Status}}").equals("running");
  }

  /**
   * Stops it by hand. The agent may start it again before podman has tidied up after it, which
   * podman then says.
   */
  void stop(String name) {
    pi().run("podman", "stop", name);
  }

  /** Removes it by hand, trying again where the agent was quicker to start it. */
  void remove(String name) {
    remove(bed, pi(), name);
  }

  static void remove(Testbed bed, Pi pi, String name) {
    String id = pi.run("podman", "inspect", "--format={{.Id}}", name).orFail().text();
    bed.eventually(
        SOON,
        () -> {
          pi.run("podman", "rm", "-f", id);
          return !pi.run("podman", "container", "exists", id).ok();
        });
  }

  List<String> names() {
    return pi().run("podman", "ps", "--all", "--format={{.Names}}")
        .orFail()
        .out()
        .lines()
        .sorted()
        .toList();
  }

  void eventually(Predicate<Containers> condition) {
    bed.eventually(SOON, () -> condition.test(this));
  }
}
