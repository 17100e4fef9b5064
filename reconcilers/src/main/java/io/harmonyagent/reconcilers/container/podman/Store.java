package io.harmonyagent.reconcilers.container.podman;

/**
 * Where podman keeps images and containers.
 *
 * @param freeBytes absent space counts as endless where podman does not say
 */
public record Store(String root, long freeBytes) {}
