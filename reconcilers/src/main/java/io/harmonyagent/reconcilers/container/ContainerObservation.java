package io.harmonyagent.reconcilers.container;

import io.harmonyagent.reconcilers.container.podman.PodmanContainer;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What there is of a container.
 *
 * @param at when that was seen
 * @param current the one with its name
 * @param uptime how long that one has been running, by a clock that nobody sets
 * @param previous the one that it replaces
 * @param renamed one of ours and of the wanted version that somebody gave another name
 * @param registryDigest what the image's tag stands for now, where the registry was asked
 */
record ContainerObservation(
    Instant at,
    Optional<PodmanContainer> current,
    Duration uptime,
    Optional<PodmanContainer> previous,
    Optional<PodmanContainer> renamed,
    Optional<String> registryDigest) {}
