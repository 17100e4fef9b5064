package io.harmonyagent.reconcilers.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.PortMapping;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TakenPortsTest {
  private static final TakenPorts HERE = new TakenPorts(Path.of("/proc/net"));

  @Test
  void a_port_that_somebody_listens_on_is_taken_on_that_address_and_on_all() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      int port = server.getLocalPort();

      assertThat(HERE.among(List.of(tcp("", port)))).hasSize(1);
      assertThat(HERE.among(List.of(tcp("127.0.0.1", port)))).hasSize(1);
      assertThat(HERE.among(List.of(tcp("127.0.0.2", port)))).isEmpty();
      assertThat(HERE.among(List.of(new PortMapping("", port, 80, "udp")))).isEmpty();
    }
  }

  @Test
  void who_listens_on_all_addresses_has_it_on_each() throws Exception {
    try (ServerSocket server = new ServerSocket(0)) {
      int port = server.getLocalPort();

      assertThat(HERE.among(List.of(tcp("127.0.0.1", port)))).hasSize(1);
      assertThat(HERE.among(List.of(tcp("::1", port)))).hasSize(1);
    }
  }

  @Test
  void a_port_of_udp_is_taken_too() throws Exception {
    try (DatagramSocket socket = new DatagramSocket(0, InetAddress.ofLiteral("127.0.0.1"))) {
      int port = socket.getLocalPort();

      assertThat(HERE.among(List.of(new PortMapping("", port, 53, "udp")))).hasSize(1);
      assertThat(HERE.among(List.of(tcp("", port)))).isEmpty();
    }
  }

  @Test
  void a_connection_takes_no_port_and_a_kernel_may_have_no_second_table(@TempDir Path net)
      throws IOException {
    Files.writeString(
        net.resolve("tcp"),
        """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid
           0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0
           1: 0100007F:1F91 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0
        """);

    assertThat(new TakenPorts(net).among(List.of(tcp("", 8080), tcp("", 8081))))
        .containsExactly(tcp("", 8080));
  }

  private static PortMapping tcp(String ip, int port) {
    return new PortMapping(ip, port, 80, "tcp");
  }
}
