package io.harmonyagent.reconcilers.container;

import io.harmonyagent.core.manifest.PortMapping;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Which ports of the device somebody listens on. podman holds those that it publishes by sockets of
 * its own, so they are seen here too.
 */
final class TakenPorts {
  private static final String LISTENING = "0A";
  private static final String UNCONNECTED = "07";
  private static final int WORD = 4;

  /** A socket that waits for whoever comes. */
  private record Listener(InetAddress address, int port) {}

  private final Path net;

  /** {@code net} is the kernel's table of sockets: {@code /proc/net}. */
  TakenPorts(Path net) {
    this.net = net;
  }

  /** Those of these that cannot be listened on now. */
  List<PortMapping> among(List<PortMapping> wanted) throws IOException {
    List<PortMapping> taken = new ArrayList<>();
    for (PortMapping mapping : wanted) {
      for (Listener listener : listeners(mapping.protocol())) {
        if (listener.port() == mapping.hostPort() && meet(mapping.hostIp(), listener.address())) {
          taken.add(mapping);
          break;
        }
      }
    }
    return taken;
  }

  private static boolean meet(String wanted, InetAddress listening) throws UnknownHostException {
    return wanted.isEmpty()
        || listening.isAnyLocalAddress()
        || InetAddress.ofLiteral(wanted).isAnyLocalAddress()
        || InetAddress.ofLiteral(wanted).equals(listening);
  }

  private List<Listener> listeners(String protocol) throws IOException {
    String state = protocol.equals("udp") ? UNCONNECTED : LISTENING;
    List<Listener> found = new ArrayList<>();
    for (String table : List.of(protocol, protocol + "6")) {
      for (String line : lines(net.resolve(table))) {
        String[] columns = line.strip().split("\\s+", 5);
        if (columns.length > 4 && columns[3].equals(state)) {
          found.add(listener(columns[1]));
        }
      }
    }
    return found;
  }

  /** A kernel without IPv6 has no table of it. */
  private static List<String> lines(Path table) throws IOException {
    try {
      return Files.readAllLines(table);
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  /** Of {@code 0100007F:1F90}: each word of the address stands in the machine's own order. */
  private static Listener listener(String local) throws UnknownHostException {
    int colon = local.indexOf(':');
    byte[] words = HexFormat.of().parseHex(local.substring(0, colon));
    byte[] address = new byte[words.length];
    for (int i = 0; i < words.length; i++) {
      address[i] = words[i - i % WORD + WORD - 1 - i % WORD];
    }
    return new Listener(
        InetAddress.getByAddress(address), Integer.parseInt(local.substring(colon + 1), 16));
  }
}
