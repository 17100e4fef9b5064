package io.harmonyagent.core.status;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ContainerSpec;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.manifest.SystemdUnitSpec;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads a status back: the operator's side, which may be older or newer than the device. */
public final class StatusReader {
  private StatusReader() {}

  public static AgentStatus read(Node document) throws InvalidDocument {
    Fields in = Reading.start().root(document);
    SortedMap<ResourceId, ResourceStatus> resources = new TreeMap<>();
    for (Map.Entry<String, Fields> entry : in.objectMap("resources").entrySet()) {
      if (!ResourceId.isValid(entry.getKey())) {
        throw in.object("resources").invalid(entry.getKey(), "cannot be a resource id");
      }
      resources.put(new ResourceId(entry.getKey()), resource(entry.getValue()));
    }
    List<Condition> conditions = new ArrayList<>();
    for (Fields condition : in.objects("conditions")) {
      condition(condition).ifPresent(conditions::add);
    }
    Optional<Fields> rejected = in.optionalObject("rejected");
    Optional<Fields> update = in.optionalObject("update");
    return new AgentStatus(
        agentId(in),
        in.text("agent_version"),
        in.text("arch"),
        in.text("boot_id"),
        in.integer("manifest_generation"),
        in.integer("observed_generation"),
        in.has("ignored_fields") ? count(in, "ignored_fields") : 0,
        resources,
        conditions,
        rejected.isEmpty() ? Optional.empty() : Optional.of(rejection(rejected.get())),
        update.isEmpty() ? Optional.empty() : update(update.get()),
        optionalInstant(in, "stopped_at"));
  }

  private static ResourceStatus resource(Fields in) throws InvalidDocument {
    Optional<Fields> drift = in.optionalObject("last_drift");
    return new ResourceStatus(
        in.text("kind"),
        in.text("spec_hash"),
        instant(in, "since"),
        state(in),
        drift.isEmpty() ? Optional.empty() : Optional.of(drift(drift.get())));
  }

  private static ResourceState state(Fields in) throws InvalidDocument {
    String state = in.text("state");
    return switch (state) {
      case "Pending" -> new ResourceState.Pending();
      case "Blocked" -> new ResourceState.Blocked(in.text("waiting_for"));
      case "Reconciling" -> new ResourceState.Reconciling(in.optionalText("doing").orElse(""));
      case "Ready" -> new ResourceState.Ready(details(in));
      case "Failed" -> {
        Fields error = in.object("error");
        yield new ResourceState.Failed(
            new ResourceError(error.text("code"), error.text("message")),
            count(in, "attempts"),
            instant(in, "retry_after"));
      }
      case "UnknownResource" -> new ResourceState.UnknownResource();
      case "Deleting" -> new ResourceState.Deleting();
      default ->
          throw in.invalid("state", "'" + state + "' is not a state that this version knows");
    };
  }

  private static ResourceDetails details(Fields in) throws InvalidDocument {
    Fields details = in.object("details");
    String kind = in.text("kind");
    return switch (kind) {
      case FileSpec.KIND ->
          new ResourceDetails.FileDetails(
              details.text("path"), details.text("sha256"), details.integer("size"));
      case SystemdUnitSpec.KIND ->
          new ResourceDetails.UnitDetails(
              details.text("active_state"),
              details.text("sub_state"),
              details.text("unit_file_state"),
              details.integer("restarts"),
              details.optionalInteger("main_pid"));
      case ContainerSpec.KIND ->
          new ResourceDetails.ContainerDetails(
              details.text("container_id"),
              details.text("image_digest"),
              details.integer("restarts"),
              details.text("health"));
      case PostgresSiteSpec.KIND ->
          new ResourceDetails.SiteDetails(
              details.text("cluster"),
              details.text("site"),
              details.text("role"),
              details.integer("epoch"),
              details.optionalText("leader"),
              details.optionalInteger("lag_bytes"),
              details.flag("fenced", false),
              details.optionalText("last_transition"));
      default -> throw in.invalid("kind", "'" + kind + "' is not a kind that this version knows");
    };
  }

  private static Drift drift(Fields in) throws InvalidDocument {
    return new Drift(instant(in, "at"), in.text("what"), in.integer("repaired_in_ms"));
  }

  /**
   * A type that is new to this version says nothing that it could understand, so it is left out.
   */
  private static Optional<Condition> condition(Fields in) throws InvalidDocument {
    String wireName = in.text("type");
    for (Condition.Type type : Condition.Type.values()) {
      if (type.wireName().equals(wireName)) {
        return Optional.of(
            new Condition(
                type,
                in.text("status").equals("True"),
                in.text("reason"),
                in.optionalText("message").orElse(""),
                instant(in, "since")));
      }
    }
    return Optional.empty();
  }

  private static Rejection rejection(Fields in) throws InvalidDocument {
    return new Rejection(
        in.optionalInteger("generation"),
        in.text("reason"),
        in.text("message"),
        in.text("pointer"),
        instant(in, "at"));
  }

  /** A state that is new to this version says nothing that it could understand. */
  private static Optional<UpdateStatus> update(Fields in) throws InvalidDocument {
    String wireName = in.text("state");
    String version = in.optionalText("version").orElse("");
    String artifact = withoutAlgorithm(in.optionalText("artifact").orElse(""));
    String reason = in.optionalText("reason").orElse("");
    String message = in.optionalText("message").orElse("");
    List<FailedBuild> failed = new ArrayList<>();
    for (Fields build : in.objects("failed")) {
      failed.add(
          new FailedBuild(
              build.text("version"),
              withoutAlgorithm(build.text("artifact")),
              build.text("reason"),
              build.text("message"),
              instant(build, "at")));
    }
    for (UpdateStatus.State state : UpdateStatus.State.values()) {
      if (state.wireName().equals(wireName)) {
        return Optional.of(new UpdateStatus(state, version, artifact, reason, message, failed));
      }
    }
    return Optional.empty();
  }

  private static String withoutAlgorithm(String artifact) {
    return artifact.startsWith("sha256:") ? artifact.substring("sha256:".length()) : artifact;
  }

  private static int count(Fields in, String key) throws InvalidDocument {
    long count = in.integer(key);
    if (count != (int) count) {
      throw in.invalid(key, "is more than can be counted: " + count);
    }
    return (int) count;
  }

  static AgentId agentId(Fields in) throws InvalidDocument {
    String id = in.text("agent_id");
    if (!AgentId.isValid(id)) {
      throw in.invalid("agent_id", "must be " + AgentId.RULE);
    }
    return new AgentId(id);
  }

  static Instant instant(Fields in, String key) throws InvalidDocument {
    return optionalInstant(in, key).orElseThrow(() -> in.invalid(key, "is missing"));
  }

  private static Optional<Instant> optionalInstant(Fields in, String key) throws InvalidDocument {
    Optional<String> text = in.optionalText(key);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Instant.parse(text.get()));
    } catch (DateTimeParseException e) {
      throw in.invalid(key, "must be a time like 2026-01-31T12:00:00Z, is '" + text.get() + "'");
    }
  }
}
