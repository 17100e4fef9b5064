package io.harmonyagent.reconcilers.container;

import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ContainerSpec;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.reconcilers.container.podman.PodmanContainer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The labels by which a container is known to be ours, even when the ledger is lost. */
record Labels(AgentId agent) {
  static final String AGENT = ContainerSpec.OUR_LABELS + "agent";
  private static final String RESOURCE = ContainerSpec.OUR_LABELS + "resource";
  private static final String SPEC_HASH = ContainerSpec.OUR_LABELS + "spec-hash";
  private static final String IMAGE_DIGEST = ContainerSpec.OUR_LABELS + "image-digest";
  private static final String VOLUMES = ContainerSpec.OUR_LABELS + "volumes";
  private static final String ADOPTED = "adopted";

  Map<String, String> of(ResourceId id, Version version, Map<String, String> further) {
    Map<String, String> labels = new LinkedHashMap<>(further);
    labels.put(AGENT, agent.value());
    labels.put(RESOURCE, id.value());
    labels.put(SPEC_HASH, version.specHash());
    labels.put(IMAGE_DIGEST, version.imageDigest());
    return labels;
  }

  /** The same, on one that has volumes of a container that was adopted. */
  static Map<String, String> withVolumesOfOthers(Map<String, String> labels) {
    Map<String, String> more = new LinkedHashMap<>(labels);
    more.put(VOLUMES, ADOPTED);
    return more;
  }

  static boolean hasVolumesOfOthers(PodmanContainer container) {
    return container.hasLabel(VOLUMES, ADOPTED);
  }

  boolean areOn(PodmanContainer container) {
    return container.hasLabel(AGENT, agent.value());
  }

  static Version version(PodmanContainer container) {
    return new Version(
        container.labels().getOrDefault(SPEC_HASH, ""),
        container.labels().getOrDefault(IMAGE_DIGEST, ""));
  }

  static Optional<ResourceId> resource(PodmanContainer container) {
    return resource(container.labels());
  }

  static Optional<ResourceId> resource(Map<String, String> labels) {
    return Optional.ofNullable(labels.get(RESOURCE))
        .filter(ResourceId::isValid)
        .map(ResourceId::new);
  }
}
