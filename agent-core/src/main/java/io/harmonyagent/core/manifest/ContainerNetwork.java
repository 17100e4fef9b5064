package io.harmonyagent.core.manifest;

import java.util.List;
import java.util.Optional;

/** How a container is reached. Ports only exist on a bridge. */
public record ContainerNetwork(Mode mode, List<PortMapping> ports, Optional<String> hostname) {
  /** Which network it is in. */
  public enum Mode {
    /** One of its own, behind the device's. */
    BRIDGE,
    /** The device's. */
    HOST,
    /** None at all. */
    NONE
  }

  public ContainerNetwork {
    ports = List.copyOf(ports);
  }
}
