package io.harmonyagent.core.manifest;

import java.util.Optional;

/**
 * How much of the device a container may use.
 *
 * @param memory bytes
 * @param cpus in thousandths of a core
 * @param pids processes and threads
 */
public record ContainerLimits(Optional<Long> memory, Optional<Long> cpus, Optional<Long> pids) {}
