package io.harmonyagent.core.manifest;

import java.util.List;
import java.util.Map;

/**
 * What a container sees of the device's files.
 *
 * @param tmpfs bytes by the path inside
 * @param readOnly whether its root file system cannot be written to
 * @param devices as in {@code /dev/gpiomem} or {@code /dev/a:/dev/b:rw}
 */
public record ContainerFiles(
    List<Secret> secrets,
    List<VolumeMount> volumes,
    Map<String, Long> tmpfs,
    boolean readOnly,
    List<String> devices) {
  /** Where secrets are, inside. */
  public static final String SECRETS = "/run/secrets/";

  /** A file of the device that the container may read as {@code /run/secrets/NAME}. */
  public record Secret(String name, String file) {}

  public ContainerFiles {
    secrets = List.copyOf(secrets);
    volumes = List.copyOf(volumes);
    tmpfs = Map.copyOf(tmpfs);
    devices = List.copyOf(devices);
  }
}
