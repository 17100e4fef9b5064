package io.harmonyagent.core.status;

import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;

/** Puts a status into the form that crosses the mesh. */
public final class StatusWriter {
  private StatusWriter() {}

  public static Node toNode(AgentStatus status) {
    JsonObject resources = new JsonObject();
    status.resources().forEach((id, resource) -> resources.put(id.value(), resource(resource)));
    JsonObject out =
        new JsonObject()
            .put("agent_id", status.agentId().value())
            .put("agent_version", status.agentVersion())
            .put("arch", status.arch())
            .put("boot_id", status.bootId())
            .put("manifest_generation", status.manifestGeneration())
            .put("observed_generation", status.observedGeneration());
    if (status.ignoredFields() > 0) {
      out.put("ignored_fields", status.ignoredFields());
    }
    out.put("resources", resources)
        .putNodes("conditions", status.conditions().stream().map(StatusWriter::condition).toList());
    status
        .rejected()
        .ifPresentOrElse(r -> out.put("rejected", rejection(r)), () -> out.putNull("rejected"));
    status.update().ifPresent(update -> out.put("update", update(update)));
    status.stoppedAt().ifPresent(at -> out.put("stopped_at", at.toString()));
    return out.node();
  }

  private static JsonObject resource(ResourceStatus status) {
    JsonObject out =
        new JsonObject()
            .put("state", status.state().wireName())
            .put("since", status.since().toString())
            .put("kind", status.kind())
            .put("spec_hash", status.specHash());
    switch (status.state()) {
      case ResourceState.Pending _, ResourceState.UnknownResource _, ResourceState.Deleting _ -> {}
      case ResourceState.Reconciling(String doing) -> {
        if (!doing.isEmpty()) {
          out.put("doing", doing);
        }
      }
      case ResourceState.Blocked(String waitingFor) -> out.put("waiting_for", waitingFor);
      case ResourceState.Ready(ResourceDetails details) -> out.put("details", details(details));
      case ResourceState.Failed failed ->
          out.put(
                  "error",
                  new JsonObject()
                      .put("code", failed.error().code())
                      .put("message", failed.error().message()))
              .put("attempts", failed.attempts())
              .put("retry_after", failed.retryAfter().toString());
    }
    status.lastDrift().ifPresent(drift -> out.put("last_drift", drift(drift)));
    return out;
  }

  private static JsonObject details(ResourceDetails details) {
    return switch (details) {
      case ResourceDetails.FileDetails file ->
          new JsonObject()
              .put("path", file.path())
              .put("sha256", file.sha256())
              .put("size", file.size());
      case ResourceDetails.UnitDetails unit -> {
        JsonObject out =
            new JsonObject()
                .put("active_state", unit.activeState())
                .put("sub_state", unit.subState())
                .put("unit_file_state", unit.unitFileState())
                .put("restarts", unit.restarts());
        unit.mainPid().ifPresent(pid -> out.put("main_pid", pid));
        yield out;
      }
      case ResourceDetails.ContainerDetails container ->
          new JsonObject()
              .put("container_id", container.containerId())
              .put("image_digest", container.imageDigest())
              .put("restarts", container.restarts())
              .put("health", container.health());
      case ResourceDetails.SiteDetails site -> {
        JsonObject out =
            new JsonObject()
                .put("cluster", site.cluster())
                .put("site", site.site())
                .put("role", site.role())
                .put("epoch", site.epoch())
                .putIfPresent("leader", site.leader())
                .put("fenced", site.fenced())
                .putIfPresent("last_transition", site.lastTransition());
        site.lagBytes().ifPresent(lag -> out.put("lag_bytes", lag));
        yield out;
      }
    };
  }

  private static JsonObject drift(Drift drift) {
    return new JsonObject()
        .put("at", drift.at().toString())
        .put("what", drift.what())
        .put("repaired_in_ms", drift.repairedInMs());
  }

  private static Node condition(Condition condition) {
    return new JsonObject()
        .put("type", condition.type().wireName())
        .put("status", condition.holds() ? "True" : "False")
        .put("reason", condition.reason())
        .put("message", condition.message())
        .put("since", condition.since().toString())
        .node();
  }

  private static JsonObject update(UpdateStatus update) {
    JsonObject out = new JsonObject().put("state", update.state().wireName());
    if (!update.artifact().isEmpty()) {
      out.put("version", update.version()).put("artifact", "sha256:" + update.artifact());
    }
    if (!update.reason().isEmpty()) {
      out.put("reason", update.reason()).put("message", update.message());
    }
    return out.putNodes(
        "failed", update.failed().stream().map(build -> failedBuild(build).node()).toList());
  }

  private static JsonObject failedBuild(FailedBuild build) {
    return new JsonObject()
        .put("version", build.version())
        .put("artifact", "sha256:" + build.artifact())
        .put("reason", build.reason())
        .put("message", build.message())
        .put("at", build.at().toString());
  }

  private static JsonObject rejection(Rejection rejection) {
    JsonObject out = new JsonObject();
    rejection
        .generation()
        .ifPresentOrElse(g -> out.put("generation", g), () -> out.putNull("generation"));
    return out.put("reason", rejection.reason())
        .put("message", rejection.message())
        .put("pointer", rejection.pointer())
        .put("at", rejection.at().toString());
  }
}
