package io.harmonyagent.core.manifest;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the part of a Container's spec that says how it is reached. */
final class ContainerNetworkReader {
  private static final Pattern HOSTNAME =
      Pattern.compile("(?=.{1,63}$)[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?");

  private ContainerNetworkReader() {}

  static ContainerNetwork read(Fields in) throws InvalidDocument {
    ContainerNetwork.Mode mode =
        SpecValues.word(in, "network", ContainerNetwork.Mode.values())
            .orElse(ContainerNetwork.Mode.BRIDGE);
    List<PortMapping> ports = ports(in);
    if (!ports.isEmpty() && mode != ContainerNetwork.Mode.BRIDGE) {
      throw in.invalid("ports", "need \"network\": \"bridge\"; any other has no ports to map");
    }
    Optional<String> hostname = in.optionalText("hostname");
    if (hostname.isPresent() && !HOSTNAME.matcher(hostname.get()).matches()) {
      throw in.invalid(
          "hostname", "must be 1 to 63 letters, digits, '.' or '-', is '" + hostname.get() + "'");
    }
    return new ContainerNetwork(mode, ports, hostname);
  }

  private static List<PortMapping> ports(Fields in) throws InvalidDocument {
    List<PortMapping> ports = new ArrayList<>();
    Set<String> taken = ContainerSpecReader.nothingTaken();
    for (String text : in.texts("ports")) {
      PortMapping port =
          PortMapping.parse(text)
              .orElseThrow(() -> in.invalid("ports", PortMapping.RULE + ", is '" + text + "'"));
      ContainerSpecReader.claim(
          taken, port.hostIp() + ":" + port.hostPort() + "/" + port.protocol(), in, "ports");
      ports.add(port);
    }
    return ports;
  }
}
