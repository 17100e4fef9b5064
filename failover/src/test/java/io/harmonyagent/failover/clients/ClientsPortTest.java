package io.harmonyagent.failover.clients;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.PostgresSiteSpec.HttpAddress;
import io.harmonyagent.failover.core.PostgresMode;
import io.harmonyagent.failover.core.PostgresView;
import io.harmonyagent.failover.core.Role;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.site.SiteView;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What load balancers are told, over real sockets. */
class ClientsPortTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final SiteView PRIMARY = view(Role.PRIMARY, PostgresMode.WRITABLE, 5_000, false);
  private static final SiteView STANDBY = view(Role.STANDBY, PostgresMode.STANDBY, -1, true);

  private volatile Optional<SiteView> site = Optional.empty();
  private volatile long nowMs = 1_000;
  private final ClientsPort clients = new ClientsPort(() -> site, () -> nowMs);
  private final List<Socket> slow = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    clients.close();
    for (Socket socket : slow) {
      socket.close();
    }
  }

  @Test
  void each_path_says_yes_where_it_should() throws Exception {
    int port = listen();

    site = Optional.of(PRIMARY);
    assertThat(statuses(port)).containsExactly("200", "503", "200");
    site = Optional.of(STANDBY);
    assertThat(statuses(port)).containsExactly("503", "200", "200");
    site = Optional.empty();
    assertThat(statuses(port)).containsExactly("503", "503", "503");
  }

  @Test
  void a_primary_whose_lease_ran_out_is_none_whatever_it_still_believes() throws Exception {
    int port = listen();
    site = Optional.of(PRIMARY);

    nowMs = 5_000;

    assertThat(status(port, "GET /primary HTTP/1.0")).isEqualTo("503");
  }

  @Test
  void the_answer_tells_what_the_site_is_and_a_head_only_whether() throws Exception {
    int port = listen();
    site = Optional.of(PRIMARY);

    assertThat(ask(port, "GET /primary HTTP/1.1")).contains("\"role\":\"primary\"", "\"epoch\":7");
    assertThat(ask(port, "HEAD /primary HTTP/1.1")).endsWith("\r\n\r\n").startsWith("HTTP/1.0 200");
  }

  @Test
  void what_is_not_understood_is_refused() throws Exception {
    int port = listen();

    assertThat(status(port, "GET /etc/passwd HTTP/1.0")).isEqualTo("404");
    assertThat(status(port, "POST /primary HTTP/1.0")).isEqualTo("405");
    assertThat(status(port, "nonsense")).isEqualTo("400");
  }

  @Test
  void those_who_never_finish_their_request_keep_nobody_out() throws Exception {
    int port = listen();
    site = Optional.of(PRIMARY);
    for (int i = 0; i < 200; i++) {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.getOutputStream().write("GET /pri".getBytes(ISO_8859_1));
      slow.add(socket);
    }

    assertThat(status(port, "GET /primary HTTP/1.0")).isEqualTo("200");
  }

  @Test
  void a_request_without_an_end_is_cut() throws Exception {
    int port = listen();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) LONG.toMillis());
      socket.getOutputStream().write("GET /primary".getBytes(ISO_8859_1));

      assertThat(socket.getInputStream().read()).as("the end").isEqualTo(-1);
    }
  }

  @Test
  void a_port_that_another_one_has_is_taken_when_it_is_free() throws Exception {
    site = Optional.of(PRIMARY);
    int port;
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = other.getLocalPort();
      clients.listen(Optional.of(new HttpAddress("127.0.0.1", port)));
    }

    awaitAnswer(port);
  }

  private int listen() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    clients.listen(Optional.of(new HttpAddress("127.0.0.1", port)));
    awaitAnswer(port);
    return port;
  }

  private static void awaitAnswer(int port) {
    long end = System.nanoTime() + LONG.toNanos();
    while (true) {
      try {
        ask(port, "GET /health HTTP/1.0");
        return;
      } catch (IOException e) {
        assertThat(System.nanoTime()).as("answers in time").isLessThan(end);
        Thread.onSpinWait();
      }
    }
  }

  private static List<String> statuses(int port) throws IOException {
    return List.of(
        status(port, "GET /primary HTTP/1.0"),
        status(port, "GET /replica HTTP/1.0"),
        status(port, "OPTIONS /health HTTP/1.0"));
  }

  private static String status(int port, String request) throws IOException {
    return ask(port, request).split(" ", -1)[1];
  }

  private static String ask(int port, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) LONG.toMillis());
      socket.getOutputStream().write((request + "\r\n\r\n").getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  private static SiteView view(Role role, PostgresMode mode, long untilMs, boolean streaming) {
    return new SiteView(
        role,
        7,
        Optional.of(new SiteId("a")),
        new PostgresView(mode, false, true, 100, 100, 1, streaming, false, 0, false),
        untilMs < 0 ? OptionalLong.empty() : OptionalLong.of(untilMs),
        OptionalLong.empty(),
        true,
        false,
        Optional.empty(),
        Optional.empty());
  }
}
