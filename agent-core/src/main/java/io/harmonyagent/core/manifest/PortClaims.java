package io.harmonyagent.core.manifest;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rejects a manifest that gives a port of the device to two containers. */
final class PortClaims {
  /** A port on one address, or on all of them. */
  private record Claimed(ResourceId by, String hostIp) {
    private boolean meets(String ip) {
      return hostIp.isEmpty() || ip.isEmpty() || hostIp.equals(ip);
    }
  }

  private PortClaims() {}

  static void rejectShared(List<ManagedResource> resources, List<Fields> objects)
      throws InvalidDocument {
    Map<String, List<Claimed>> claims = new HashMap<>();
    for (int i = 0; i < resources.size(); i++) {
      if (resources.get(i).spec() instanceof ContainerSpec container) {
        claim(resources.get(i).id(), container, objects.get(i), claims);
      }
    }
  }

  private static void claim(
      ResourceId id, ContainerSpec container, Fields object, Map<String, List<Claimed>> claims)
      throws InvalidDocument {
    for (PortMapping mapping : container.network().ports()) {
      String port = mapping.hostPort() + "/" + mapping.protocol();
      List<Claimed> others = claims.getOrDefault(port, List.of());
      Optional<Claimed> other = others.stream().filter(c -> c.meets(mapping.hostIp())).findFirst();
      if (other.isPresent()) {
        throw object
            .object("spec")
            .invalid(
                "ports",
                "port " + port + " of the device is claimed by '" + other.get().by() + "' too");
      }
      claims.computeIfAbsent(port, _ -> new ArrayList<>()).add(new Claimed(id, mapping.hostIp()));
    }
  }
}
