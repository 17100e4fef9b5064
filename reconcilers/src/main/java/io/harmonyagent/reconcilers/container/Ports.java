package io.harmonyagent.reconcilers.container;

import io.harmonyagent.core.manifest.ContainerSpec;
import io.harmonyagent.core.manifest.PortMapping;
import io.harmonyagent.reconcilers.container.podman.PodmanClient;
import io.harmonyagent.reconcilers.container.podman.PodmanException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a container can have its ports. Asked before the one in place is stopped for it. A
 * manifest gives a port to one container only, so another one of ours that has it will let go.
 */
final class Ports {
  private static final Logger log = LoggerFactory.getLogger(Ports.class);

  private final PodmanClient podman;
  private final Labels labels;
  private final TakenPorts taken = new TakenPorts(Path.of("/proc/net"));

  Ports(PodmanClient podman, Labels labels) {
    this.podman = podman;
    this.labels = labels;
  }

  /** Why it cannot have them all. One of its name that is not ours is what it is to replace. */
  Optional<String> obstacle(ContainerSpec spec) throws PodmanException {
    List<PortMapping> busy = among(spec.network().ports());
    if (busy.isEmpty()) {
      return Optional.empty();
    }
    Set<String> names = Set.of(spec.name(), spec.name() + ContainerSpec.PREVIOUS);
    Set<String> ours = podman.publishedPorts(c -> labels.areOn(c) || names.contains(c.name()));
    for (PortMapping mapping : busy) {
      String port = mapping.hostPort() + "/" + mapping.protocol();
      if (!ours.contains(port)) {
        return Optional.of(
            "port "
                + port
                + " is taken by another program on the device; see which one by: ss -lntup 'sport"
                + " = :"
                + mapping.hostPort()
                + "'");
      }
    }
    return Optional.empty();
  }

  private List<PortMapping> among(List<PortMapping> wanted) {
    try {
      return wanted.isEmpty() ? List.of() : taken.among(wanted);
    } catch (IOException e) {
      // podman will say so if one is.
      log.debug("cannot see which ports are taken: {}", e.getMessage());
      return List.of();
    }
  }
}
