package io.harmonyagent.reconcilers.container.podman;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Framing, against a server on a real socket that is slow, broken or hostile. */
class UnixHttpTest {
  private static final Duration LONG = Duration.ofSeconds(10);
  private static final Duration SHORT = Duration.ofMillis(200);
  private static final HttpRequest GET = HttpRequest.get("/x");

  @TempDir Path directory;
  private Path socket = Path.of("/");
  private UnixHttp http = new UnixHttp(socket);

  @BeforeEach
  void point_at_the_socket() {
    socket = directory.resolve("s");
    http = new UnixHttp(socket);
  }

  @AfterEach
  void close() {
    http.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\ncontent-length:5\r\n\r\nhello",
        "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;a=b\r\nllo\r\n0\r\nX: y\r\n\r\n",
        "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
      })
  void a_body_is_read_however_it_is_framed(String answer) throws Exception {
    try (FakeServer _ = once(answer)) {
      UnixHttp.Full full = http.call(GET, LONG);

      assertThat(full.status()).isEqualTo(200);
      assertThat(new String(full.body(), UTF_8)).isEqualTo("hello");
    }
  }

  @Test
  void changes_that_take_their_time_keep_nobody_from_looking() throws Exception {
    CountDownLatch stopped = new CountDownLatch(1);
    try (FakeServer server =
        new FakeServer(
            socket,
            connection -> {
              while (connection.hear()) {
                if (connection.request().startsWith("POST")) {
                  hang(stopped);
                }
                connection.say("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
              }
            })) {
      for (int i = 0; i < 40; i++) {
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    http.call(HttpRequest.post("/stop"), LONG);
                  } catch (PodmanException e) {
                    // The test is over.
                    return;
                  }
                });
      }
      await(() -> server.requests.size() >= 16);

      assertThat(http.call(GET, SHORT).status()).isEqualTo(200);
    } finally {
      stopped.countDown();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSH-2.0-OpenSSH_9.2\r\n",
        "HTTP/1.1 abc OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhello\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
        "HTTP/1.1 200 OK\r\nContent-Len",
        ""
      })
  void what_is_no_whole_answer_is_broken_and_never_a_shorter_one(String answer) throws Exception {
    try (FakeServer _ = once(answer)) {
      assertThatThrownBy(() -> http.call(GET, LONG)).isInstanceOf(PodmanException.Broken.class);
    }
  }

  @Test
  void a_body_beyond_the_limit_is_refused_before_it_is_held() throws Exception {
    String megabyte = "x".repeat(1 << 20);
    FakeServer.Script endless =
        c -> {
          c.hear();
          c.say("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
          while (true) {
            c.say(megabyte);
          }
        };
    try (FakeServer _ = new FakeServer(socket, endless)) {
      assertThatThrownBy(() -> http.call(GET, LONG)).hasMessageContaining("more than");
    }
  }

  @Test
  void a_head_beyond_the_limit_is_refused() throws Exception {
    try (FakeServer _ = once("HTTP/1.1 200 OK\r\nX: " + "y".repeat(100_000))) {
      assertThatThrownBy(() -> http.call(GET, LONG)).isInstanceOf(PodmanException.Broken.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"})
  void a_server_that_falls_silent_is_given_up_at_the_deadline(String begin) throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    try (FakeServer _ = new FakeServer(socket, c -> sayAndHang(c, begin, over))) {
      long before = System.nanoTime();

      assertThatThrownBy(() -> http.call(GET, SHORT)).isInstanceOf(PodmanException.TimedOut.class);

      assertThat(Duration.ofNanos(System.nanoTime() - before)).isBetween(SHORT, LONG);
    } finally {
      over.countDown();
    }
  }

  @Test
  void a_server_that_trickles_cannot_stretch_the_deadline() throws Exception {
    FakeServer.Script trickle =
        c -> {
          c.hear();
          c.say("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n");
          while (true) {
            c.say("x");
            pause();
          }
        };
    try (FakeServer _ = new FakeServer(socket, trickle)) {
      assertThatThrownBy(() -> http.call(GET, SHORT)).isInstanceOf(PodmanException.TimedOut.class);
    }
  }

  @Test
  void an_interrupt_calls_it_off() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    try (FakeServer server = new FakeServer(socket, c -> sayAndHang(c, "", over))) {
      Thread caller =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      http.call(GET, LONG);
                    } catch (PodmanException e) {
                      thrown.set(e);
                    }
                  });
      await(() -> server.requests.size() == 1);

      caller.interrupt();
      caller.join();

      assertThat(thrown.get()).isInstanceOf(PodmanException.Interrupted.class);
    } finally {
      over.countDown();
    }
  }

  @Test
  void a_connection_is_kept_for_the_next_request() throws Exception {
    try (FakeServer server = new FakeServer(socket, UnixHttpTest::answerAll)) {
      for (int i = 0; i < 20; i++) {
        http.call(GET, LONG);
      }

      assertThat(server.requests).hasSize(20);
      assertThat(server.connections).hasSize(1);
    }
  }

  @Test
  void a_kept_connection_that_breaks_is_replaced_for_what_may_be_asked_twice() throws Exception {
    try (FakeServer server =
        new FakeServer(socket, closingOnTheSecond(), UnixHttpTest::answerAll)) {
      http.call(GET, LONG);

      assertThat(http.call(GET, LONG).status()).isEqualTo(204);

      assertThat(server.connections).hasSize(2);
      assertThat(server.requests).hasSize(3);
    }
  }

  @Test
  void a_post_is_never_sent_twice() throws Exception {
    try (FakeServer server =
        new FakeServer(socket, closingOnTheSecond(), UnixHttpTest::answerAll)) {
      http.call(GET, LONG);

      assertThatThrownBy(() -> http.call(HttpRequest.post("/start"), LONG))
          .isInstanceOf(PodmanException.Broken.class);

      assertThat(server.requests).containsExactly("GET /x", "POST /start");
    }
  }

  @Test
  void a_connection_that_was_closed_while_idle_is_not_used_for_a_post() throws Exception {
    FakeServer.Script oneAnswer =
        c -> {
          c.hear();
          c.say("HTTP/1.1 204 No Content\r\n\r\n");
        };
    try (FakeServer server = new FakeServer(socket, oneAnswer, UnixHttpTest::answerAll)) {
      http.call(GET, LONG);
      await(() -> !server.connections.getFirst().isOpen());

      assertThat(http.call(HttpRequest.post("/start"), LONG).status()).isEqualTo(204);
    }
  }

  @Test
  void no_socket_is_unreachable_and_names_it() {
    assertThatThrownBy(() -> http.call(GET, LONG))
        .isInstanceOf(PodmanException.Unreachable.class)
        .hasMessageContaining(socket.toString());
  }

  @Test
  void lines_of_a_stream_come_as_they_are_sent_and_across_chunks() throws Exception {
    CountDownLatch more = new CountDownLatch(1);
    FakeServer.Script lines =
        c -> {
          c.hear();
          c.say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\none\n\r\n2\r\ntw\r\n");
          hang(more);
          c.say("3\r\no\n3\r\n0\r\n\r\n");
        };
    try (FakeServer _ = new FakeServer(socket, lines);
        HttpStream stream = http.stream(GET, LONG)) {
      assertThat(stream.nextLine(LONG)).contains("one");
      more.countDown();
      assertThat(stream.nextLine(LONG)).contains("two");
      assertThat(stream.nextLine(LONG)).contains("3");
      assertThat(stream.nextLine(LONG)).isEmpty();
    } finally {
      more.countDown();
    }
  }

  @Test
  void a_stream_that_falls_silent_says_so_and_can_go_on() throws Exception {
    CountDownLatch more = new CountDownLatch(1);
    FakeServer.Script quiet =
        c -> {
          c.hear();
          c.say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
          hang(more);
          c.say("4\r\none\n\r\n0\r\n\r\n");
        };
    try (FakeServer _ = new FakeServer(socket, quiet);
        HttpStream stream = http.stream(GET, LONG)) {
      assertThat(stream.awaitMore(Duration.ofMillis(20))).isFalse();
      more.countDown();
      assertThat(stream.awaitMore(LONG)).isTrue();
      assertThat(stream.nextLine(LONG)).contains("one");
    } finally {
      more.countDown();
    }
  }

  @Test
  void a_refused_stream_says_why() throws Exception {
    String body = "{\"cause\":\"c\",\"message\":\"no such filter\",\"response\":500}";
    try (FakeServer _ =
        once("HTTP/1.1 500 No\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)) {
      assertThatThrownBy(() -> http.stream(GET, LONG))
          .isInstanceOf(PodmanException.Refused.class)
          .hasMessage("no such filter");
    }
  }

  @Test
  void no_descriptor_is_left_behind_by_what_goes_wrong() throws Exception {
    try (FakeServer _ = once("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello")) {
      long before = openDescriptors();
      for (int i = 0; i < 50; i++) {
        assertThatThrownBy(() -> http.call(GET, LONG)).isInstanceOf(PodmanException.class);
      }
      await(() -> openDescriptors() <= before + 3);
    }
  }

  private FakeServer once(String answer) throws IOException {
    return new FakeServer(
        socket,
        c -> {
          c.hear();
          c.say(answer);
        });
  }

  private static void answerAll(FakeServer.Connection c) throws IOException {
    while (c.hear()) {
      c.say("HTTP/1.1 204 No Content\r\n\r\n");
    }
  }

  private static FakeServer.Script closingOnTheSecond() {
    return c -> {
      c.hear();
      c.say("HTTP/1.1 204 No Content\r\n\r\n");
      c.hear();
    };
  }

  private static void sayAndHang(FakeServer.Connection c, String begin, CountDownLatch over)
      throws IOException {
    c.hear();
    c.say(begin);
    hang(over);
  }

  private static void hang(CountDownLatch until) {
    try {
      until.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void pause() {
    LockSupport.parkNanos(5_000_000);
  }

  private static long openDescriptors() {
    String[] all = new File("/proc/self/fd").list();
    return all == null ? 0 : all.length;
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + LONG.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      pause();
    }
  }
}
