package io.harmonyagent.reconcilers.container;

import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.ContainerFiles;
import io.harmonyagent.core.manifest.ContainerLimits;
import io.harmonyagent.core.manifest.ContainerNetwork;
import io.harmonyagent.core.manifest.ContainerProcess;
import io.harmonyagent.core.manifest.ContainerSpec;
import io.harmonyagent.core.manifest.HealthCheck;
import io.harmonyagent.core.manifest.PortMapping;
import io.harmonyagent.core.manifest.VolumeMount;
import io.harmonyagent.reconcilers.container.podman.PodmanVolume;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Puts a spec into libpod's words (its {@code SpecGenerator}). */
final class CreateRequest {
  private static final long CPU_PERIOD_US = 100_000;

  private CreateRequest() {}

  static Node of(ContainerSpec spec, Map<String, String> labels, List<PodmanVolume> carried) {
    JsonObject out =
        new JsonObject()
            .put("name", spec.name())
            .put("image", spec.image().reference())
            .putTextMap("labels", labels)
            // Restarts are the agent's: two that restart would undo each other's pauses.
            .put("restart_policy", "no")
            .put("stop_timeout", seconds(spec.life().stopTimeout()));
    process(spec.process(), out);
    network(spec.network(), out);
    files(spec.files(), carried, out);
    limits(spec.limits(), out);
    spec.life().health().ifPresent(check -> out.put("healthconfig", health(check)));
    spec.logDriver()
        .ifPresent(
            driver -> out.put("log_configuration", new JsonObject().put("driver", word(driver))));
    return out.node();
  }

  private static void process(ContainerProcess process, JsonObject out) {
    out.putTexts("entrypoint", process.command())
        .putTexts("command", process.args())
        .putTextMap("env", process.env())
        .putIfPresent("work_dir", process.workdir())
        .putIfPresent("user", process.user())
        .putTexts("cap_add", process.capAdd())
        .putTexts("cap_drop", process.capDrop());
  }

  private static void network(ContainerNetwork network, JsonObject out) {
    out.put("netns", new JsonObject().put("nsmode", word(network.mode())))
        .putIfPresent("hostname", network.hostname());
    List<Node> ports = new ArrayList<>();
    for (PortMapping port : network.ports()) {
      ports.add(
          new JsonObject()
              .put("host_ip", port.hostIp())
              .put("host_port", port.hostPort())
              .put("container_port", port.containerPort())
              .put("protocol", port.protocol())
              .node());
    }
    if (!ports.isEmpty()) {
      out.putNodes("portmappings", ports);
    }
  }

  private static void files(ContainerFiles files, List<PodmanVolume> carried, JsonObject out) {
    List<Node> mounts = new ArrayList<>();
    List<Node> volumes = new ArrayList<>();
    for (ContainerFiles.Secret secret : files.secrets()) {
      mounts.add(bind(secret.file(), ContainerFiles.SECRETS + secret.name(), true));
    }
    for (VolumeMount volume : files.volumes()) {
      if (volume.isBind()) {
        mounts.add(bind(volume.source(), volume.path(), volume.readOnly()));
      } else {
        volumes.add(named(volume.source(), volume.path(), volume.readOnly()));
      }
    }
    for (PodmanVolume volume : carried) {
      volumes.add(named(volume.name(), volume.path(), volume.readOnly()));
    }
    files.tmpfs().forEach((path, bytes) -> mounts.add(tmpfs(path, bytes)));
    if (!mounts.isEmpty()) {
      out.putNodes("mounts", mounts);
    }
    if (!volumes.isEmpty()) {
      out.putNodes("volumes", volumes);
    }
    if (!files.devices().isEmpty()) {
      out.putNodes(
          "devices",
          files.devices().stream()
              .map(device -> new JsonObject().put("path", device).node())
              .toList());
    }
    out.put("read_only_filesystem", files.readOnly());
  }

  private static Node named(String volume, String path, boolean readOnly) {
    return new JsonObject()
        .put("Name", volume)
        .put("Dest", path)
        .putTexts("Options", List.of(access(readOnly)))
        .node();
  }

  private static Node bind(String source, String path, boolean readOnly) {
    return mount("bind", source, path, List.of("rbind", access(readOnly)));
  }

  private static Node tmpfs(String path, long bytes) {
    return mount("tmpfs", "tmpfs", path, List.of("rw", "nosuid", "nodev", "size=" + bytes));
  }

  private static Node mount(String type, String source, String path, List<String> options) {
    return new JsonObject()
        .put("type", type)
        .put("source", source)
        .put("destination", path)
        .putTexts("options", options)
        .node();
  }

  private static void limits(ContainerLimits limits, JsonObject out) {
    JsonObject resources = new JsonObject();
    limits.memory().ifPresent(m -> resources.put("memory", new JsonObject().put("limit", m)));
    limits
        .cpus()
        .ifPresent(
            thousandths ->
                resources.put(
                    "cpu",
                    new JsonObject()
                        .put("period", CPU_PERIOD_US)
                        .put("quota", thousandths * CPU_PERIOD_US / 1000)));
    limits.pids().ifPresent(p -> resources.put("pids", new JsonObject().put("limit", p)));
    out.put("resource_limits", resources);
  }

  private static JsonObject health(HealthCheck check) {
    List<String> test = new ArrayList<>(List.of("CMD"));
    test.addAll(check.command());
    return new JsonObject()
        .putTexts("Test", test)
        .put("Interval", check.interval().toNanos())
        .put("Timeout", check.timeout().toNanos())
        .put("Retries", check.retries())
        .put("StartPeriod", check.startPeriod().toNanos());
  }

  private static String access(boolean readOnly) {
    return readOnly ? "ro" : "rw";
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static long seconds(Duration duration) {
    return duration.plusMillis(999).toSeconds();
  }
}
