package io.harmonyagent.core.manifest;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads the spec of a Container. No complaint quotes a value of the environment or of a label,
 * since a complaint ends up in status and log.
 */
final class ContainerSpecReader {
  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}");
  private static final String COMPONENT = "[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*";
  private static final Pattern IMAGE =
      Pattern.compile(
          "(?:localhost|[a-zA-Z0-9-]+(?:\\.[a-zA-Z0-9-]+)+|[a-zA-Z0-9.-]+:[0-9]{1,5})"
              + "(?:/"
              + COMPONENT
              + ")+(?::[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}|@sha256:[0-9a-f]{64})");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final long MEBIBYTE = 1L << 20;
  private static final long MOST_CPUS = 1024;

  private ContainerSpecReader() {}

  static ContainerSpec read(Fields in, String id) throws InvalidDocument {
    ContainerNetwork network = ContainerNetworkReader.read(in);
    return new ContainerSpec(
        name(in, id),
        image(in),
        ContainerProcessReader.read(in),
        ContainerFilesReader.read(in),
        network,
        limits(in),
        life(in),
        labels(in),
        SpecValues.word(in, "log_driver", ContainerSpec.LogDriver.values()),
        in.flag("adopt", false));
  }

  private static String name(Fields in, String id) throws InvalidDocument {
    String name = in.optionalText("name").orElse(id);
    if (!NAME.matcher(name).matches()) {
      throw in.invalid(
          "name",
          "must be 1 to 128 letters, digits, '_', '.' or '-', beginning with a letter or digit, is '"
              + name
              + "'");
    }
    if (name.endsWith(ContainerSpec.PREVIOUS)) {
      throw in.invalid("name", "must not end with '.previous', the name of what is being replaced");
    }
    return name;
  }

  private static ImageSource image(Fields in) throws InvalidDocument {
    String reference = in.text("image");
    if (!IMAGE.matcher(reference).matches()) {
      throw in.invalid(
          "image",
          "must have a registry, a name, and a tag or a digest, like docker.io/library/web:1.4"
              + " or registry.local:5000/web@sha256:…, is '"
              + reference
              + "'");
    }
    return new ImageSource(
        reference,
        SpecValues.word(in, "pull", ImageSource.Pull.values()).orElse(ImageSource.Pull.MISSING));
  }

  private static ContainerLimits limits(Fields in) throws InvalidDocument {
    Optional<Long> pids = in.optionalInteger("pids");
    if (pids.isPresent() && pids.get() < 1) {
      throw in.invalid("pids", "must be at least 1, is " + pids.get());
    }
    return new ContainerLimits(
        SpecValues.size(in, "memory", MEBIBYTE),
        SpecValues.thousandths(in, "cpus", MOST_CPUS),
        pids);
  }

  private static ContainerLife life(Fields in) throws InvalidDocument {
    Optional<Fields> health = in.optionalObject("health");
    return new ContainerLife(
        SpecValues.word(in, "restart", ContainerLife.Restart.values())
            .orElse(ContainerLife.Restart.ALWAYS),
        health.isEmpty() ? Optional.empty() : Optional.of(health(health.get())),
        SpecValues.time(in, "start_timeout", Duration.ofSeconds(60), HOUR),
        SpecValues.duration(in, "stop_timeout", Duration.ofSeconds(10), HOUR));
  }

  private static HealthCheck health(Fields in) throws InvalidDocument {
    if (in.texts("command").isEmpty()) {
      throw in.invalid("command", "must name a program of the image, with its arguments");
    }
    long retries = in.optionalInteger("retries").orElse(3L);
    if (retries < 1 || retries > 1000) {
      throw in.invalid("retries", "must be from 1 to 1000, is " + retries);
    }
    return new HealthCheck(
        in.texts("command"),
        SpecValues.time(in, "interval", Duration.ofSeconds(30), HOUR),
        SpecValues.time(in, "timeout", Duration.ofSeconds(5), HOUR),
        retries,
        SpecValues.duration(in, "start_period", Duration.ZERO, HOUR));
  }

  private static Map<String, String> labels(Fields in) throws InvalidDocument {
    Map<String, String> labels = in.textMap("labels");
    for (String key : labels.keySet()) {
      if (key.isBlank() || key.startsWith(ContainerSpec.OUR_LABELS)) {
        throw in.invalid(
            "labels",
            "has '" + key + "'; labels have a name, and those of io.harmonyagent. are the agent's");
      }
    }
    return labels;
  }

  /** Complains about what stands twice where one would hide the other. */
  static void claim(Set<String> taken, String what, Fields in, String key) throws InvalidDocument {
    if (!taken.add(what)) {
      throw in.invalid(key, "names " + what + " twice");
    }
  }

  static Set<String> nothingTaken() {
    return new HashSet<>();
  }
}
