package io.harmonyagent.core.manifest;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A container that runs.
 *
 * @param name what it is called on the device: the resource's id where the manifest does not say
 * @param labels further ones beside ours
 * @param logDriver absent: what the container runtime does by default
 * @param adopt whether a container of that name that is not ours may be replaced
 */
public record ContainerSpec(
    String name,
    ImageSource image,
    ContainerProcess process,
    ContainerFiles files,
    ContainerNetwork network,
    ContainerLimits limits,
    ContainerLife life,
    Map<String, String> labels,
    Optional<LogDriver> logDriver,
    boolean adopt)
    implements ResourceSpec {
  public static final String KIND = "Container";

  /** What its predecessor is called while a container is being replaced. */
  public static final String PREVIOUS = ".previous";

  /** Labels of ours begin like this, so no manifest may set one. */
  public static final String OUR_LABELS = "io.harmonyagent.";

  /** How long an image may be on its way. */
  public static final Duration LONGEST_PULL = Duration.ofMinutes(30);

  /** Who keeps what it prints. */
  public enum LogDriver {
    JOURNALD,
    K8S_FILE,
    NONE
  }

  public ContainerSpec {
    labels = Map.copyOf(labels);
  }

  @Override
  public String kind() {
    return KIND;
  }

  /** To pull a large image over a slow line takes its time. */
  @Override
  public Duration patience(Duration usual) {
    Duration most = LONGEST_PULL.plus(life.stopTimeout()).plusMinutes(5);
    return usual.compareTo(most) > 0 ? usual : most;
  }

  /** Neither environment nor labels, which may hold what does not belong into a log. */
  @Override
  public String toString() {
    return name + " from " + image.reference();
  }
}
