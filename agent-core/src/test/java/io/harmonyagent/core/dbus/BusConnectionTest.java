package io.harmonyagent.core.dbus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class BusConnectionTest {
  private static final Duration LONG = Duration.ofSeconds(10);
  private static final Duration SHORT = Duration.ofMillis(200);
  private static final String BUS = "org.freedesktop.DBus";

  @TempDir private Path directory;
  private final BlockingQueue<Message> signals = new LinkedBlockingQueue<>();
  private final CountDownLatch lost = new CountDownLatch(1);
  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable one : open.reversed()) {
      one.close();
    }
  }

  /** With the real dbus-daemon. */
  @Nested
  class OnARealBus {
    @Test
    void a_call_is_answered() throws Exception {
      BusConnection bus = connect(daemon());

      List<Value> names = bus.call(ask("ListNames"), LONG);

      assertThat(names).hasSize(1);
      assertThat(((Value.Array) names.getFirst()).items()).contains(Value.text(BUS));
    }

    @Test
    void an_error_says_its_name_and_reason() throws Exception {
      BusConnection bus = connect(daemon());

      assertThatExceptionOfType(BusFailure.ErrorReply.class)
          .isThrownBy(() -> bus.call(ask("GetNameOwner", Value.text("no.body")), LONG))
          .satisfies(
              e -> assertThat(e.name()).isEqualTo("org.freedesktop.DBus.Error.NameHasNoOwner"))
          .withMessageContaining("no.body");
    }

    @Test
    void many_calls_at_once_each_get_their_own_answer() throws Exception {
      BusConnection bus = connect(daemon());
      List<BusConnection.Pending> calls = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        String name = i % 2 == 0 ? BUS : "no.body";
        calls.add(bus.send(ask("NameHasOwner", Value.text(name))));
      }

      for (int i = 0; i < calls.size(); i++) {
        assertThat(calls.get(i).await(LONG)).containsExactly(Value.flag(i % 2 == 0));
      }
    }

    @Test
    void a_signal_that_was_asked_for_arrives_and_another_does_not() throws Exception {
      BusDaemon daemon = daemon();
      BusConnection bus = connect(daemon);
      bus.match("type='signal',interface='" + BUS + "',member='NameOwnerChanged'", LONG);
      signals.clear();

      BusConnection.open(daemon.socket(), LONG, m -> {}, () -> {}).close();

      Message signal = signals.poll(10, TimeUnit.SECONDS);
      assertThat(signal).isNotNull();
      assertThat(signal.header().member()).isEqualTo("NameOwnerChanged");
    }

    @Test
    void a_large_answer_arrives_whole_and_a_small_one_after_it() throws Exception {
      BusConnection bus = connect(daemon());
      for (int i = 0; i < 400; i++) {
        bus.call(
            ask(
                "RequestName",
                Value.text("io.harmonyagent." + "x".repeat(200) + i),
                Value.uint32(0)),
            LONG);
      }

      List<Value> names = bus.call(ask("ListNames"), LONG);

      assertThat(((Value.Array) names.getFirst()).items()).hasSizeGreaterThan(400);
      assertThat(bus.call(ask("GetId"), LONG)).hasSize(1);
    }

    @Test
    void a_frozen_bus_holds_a_caller_no_longer_than_its_limit() throws Exception {
      BusDaemon daemon = daemon();
      BusConnection bus = connect(daemon);
      daemon.freeze();
      long start = System.nanoTime();

      assertThatExceptionOfType(BusFailure.NoReply.class)
          .isThrownBy(() -> bus.call(ask("ListNames"), SHORT))
          .withMessage("no answer to org.freedesktop.DBus.ListNames within 200 ms");

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
      daemon.thaw();
      assertThat(bus.call(ask("GetId"), LONG)).hasSize(1);
    }

    @Test
    void a_frozen_bus_whose_buffers_are_full_holds_nobody_either() throws Exception {
      BusDaemon daemon = daemon();
      BusConnection bus = connect(daemon);
      daemon.freeze();
      Value large = Value.text("x".repeat(100_000));

      assertThatExceptionOfType(BusFailure.Disconnected.class)
          .isThrownBy(
              () -> {
                for (int i = 0; i < 100; i++) {
                  bus.send(ask("NameHasOwner", large));
                }
              })
          .withMessage("the bus takes nothing any more");
      assertThatExceptionOfType(BusFailure.NoReply.class)
          .isThrownBy(() -> bus.call(ask("ListNames"), SHORT));
      daemon.thaw();
    }

    @Test
    void a_frozen_bus_cannot_be_connected_to_beyond_the_limit() throws Exception {
      BusDaemon daemon = daemon();
      daemon.freeze();

      assertThatExceptionOfType(BusFailure.NoReply.class)
          .isThrownBy(() -> BusConnection.open(daemon.socket(), SHORT, m -> {}, () -> {}))
          .withMessageContaining("did not let us in within 200 ms");
      daemon.thaw();
    }

    @Test
    void a_bus_that_dies_fails_those_who_wait_and_tells_the_owner() throws Exception {
      BusDaemon daemon = daemon();
      BusConnection bus = connect(daemon);
      daemon.freeze();
      BusConnection.Pending call = bus.send(ask("ListNames"));

      daemon.close();

      assertThatExceptionOfType(BusFailure.Disconnected.class).isThrownBy(() -> call.await(LONG));
      assertThat(lost.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(bus.isOpen()).isFalse();
      assertThatExceptionOfType(BusFailure.Disconnected.class)
          .isThrownBy(() -> bus.call(ask("ListNames"), LONG));
    }

    @Test
    void an_interrupted_caller_leaves_the_connection_to_the_others() throws Exception {
      BusDaemon daemon = daemon();
      BusConnection bus = connect(daemon);
      daemon.freeze();
      AtomicReference<Exception> end = new AtomicReference<>();
      Thread caller =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      bus.call(ask("ListNames"), LONG);
                    } catch (BusFailure | InterruptedException e) {
                      end.set(e);
                    }
                  });

      caller.interrupt();
      caller.join();

      daemon.thaw();
      assertThat(end.get()).isInstanceOf(InterruptedException.class);
      assertThat(bus.call(ask("GetId"), LONG)).hasSize(1);
    }

    @Test
    void closing_ends_the_thread() throws Exception {
      BusConnection bus = connect(daemon());

      bus.close();

      assertThat(lost.await(10, TimeUnit.SECONDS)).isTrue();
      long deadline = System.nanoTime() + LONG.toNanos();
      while (Thread.getAllStackTraces().keySet().stream()
          .anyMatch(t -> t.getName().equals("dbus"))) {
        assertThat(System.nanoTime()).isLessThan(deadline);
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void no_bus_at_all_is_said_at_once() {
    Path nowhere = directory.resolve("nowhere");

    assertThatExceptionOfType(BusFailure.Disconnected.class)
        .isThrownBy(() -> BusConnection.open(nowhere, LONG, m -> {}, () -> {}))
        .withMessageContaining("nowhere");
  }

  @Test
  void a_bus_that_does_not_want_us_is_quoted() throws Exception {
    Path socket = server("REJECTED DBUS_COOKIE_SHA1\r\n");

    assertThatExceptionOfType(BusFailure.Disconnected.class)
        .isThrownBy(() -> BusConnection.open(socket, LONG, m -> {}, () -> {}))
        .withMessageContaining("it said 'REJECTED DBUS_COOKIE_SHA1'");
  }

  @Test
  void a_bus_that_talks_nonsense_is_left() throws Exception {
    Path socket = server("DATA\r\nOK 1234\r\nHTTP/1.1 400 Bad Request\r\n\r\n");

    assertThatExceptionOfType(BusFailure.Disconnected.class)
        .isThrownBy(() -> BusConnection.open(socket, LONG, m -> {}, lost::countDown))
        .withMessageContaining("a message that begins with the byte 72");
    assertThat(lost.await(10, TimeUnit.SECONDS)).isTrue();
  }

  /** Says that to whoever connects, and then nothing. */
  private Path server(String words) throws Exception {
    Path socket = directory.resolve("server");
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    open.add(server);
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                SocketChannel client = server.accept();
                open.add(client);
                client.write(ByteBuffer.wrap(words.getBytes(StandardCharsets.US_ASCII)));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    return socket;
  }

  private BusDaemon daemon() throws Exception {
    BusDaemon daemon = BusDaemon.start(directory);
    open.add(daemon);
    return daemon;
  }

  private BusConnection connect(BusDaemon daemon) throws Exception {
    BusConnection bus = BusConnection.open(daemon.socket(), LONG, signals::add, lost::countDown);
    open.add(bus);
    return bus;
  }

  private static MethodCall ask(String member, Value... arguments) {
    return MethodCall.of(BUS, "/org/freedesktop/DBus", BUS, member, arguments);
  }
}
