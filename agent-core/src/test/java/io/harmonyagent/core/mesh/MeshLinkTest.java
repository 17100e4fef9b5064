package io.harmonyagent.core.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MeshLinkTest {
  @Test
  void a_failure_that_nobody_expected_does_not_end_the_tries() throws Exception {
    CountDownLatch tries = new CountDownLatch(2);
    try (MeshLink link =
        new MeshLink(
            (_, _) -> {
              tries.countDown();
              throw new UnsupportedOperationException("surprise");
            })) {
      link.start();

      assertThat(tries.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void a_listener_that_fails_keeps_the_news_from_nobody_else() {
    AtomicInteger heard = new AtomicInteger();
    try (MeshLink link =
        new MeshLink(
            (_, _) -> {
              throw new UnsupportedOperationException("nobody asks");
            })) {
      link.onChange(
          () -> {
            throw new IllegalStateException("surprise");
          });
      link.onChange(heard::incrementAndGet);

      link.connectionEvent(at("nats://somewhere"), ConnectionListener.Events.CONNECTED);

      assertThat(heard).hasValue(1);
    }
  }

  /** As much of a connection as the link asks: where it goes. */
  private static Connection at(String url) {
    return (Connection)
        Proxy.newProxyInstance(
            MeshLinkTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (_, method, _) -> method.getName().equals("getConnectedUrl") ? url : null);
  }
}
