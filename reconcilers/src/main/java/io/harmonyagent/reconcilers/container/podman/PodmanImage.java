package io.harmonyagent.reconcilers.container.podman;

/**
 * An image in podman's store.
 *
 * @param digest of the manifest it was pulled by, as in {@code sha256:…}
 */
public record PodmanImage(String id, String digest) {}
