package io.harmonyagent.agent.selftest;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Whether anybody takes up connections at the mesh's addresses, whatever is said over them. */
public final class Listeners {
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(2);

  /** To find out where a name is takes longer where nobody knows it. */
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(4);

  private Listeners() {}

  /** Whether somebody listens at one of them, as far as can be said within a few seconds. */
  public static boolean areAt(List<String> servers) throws InterruptedException {
    BlockingQueue<Boolean> answers = new ArrayBlockingQueue<>(Math.max(1, servers.size()));
    for (String server : servers) {
      Thread.ofPlatform().daemon().name("listeners").start(() -> answers.add(isAt(server)));
    }
    long end = System.nanoTime() + ANSWER_WITHIN.toNanos();
    for (int answered = 0; answered < servers.size(); answered++) {
      @Nullable Boolean answer = answers.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (answer == null) {
        return false;
      }
      if (answer) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAt(String server) {
    try (Socket socket = new Socket()) {
      URI address = URI.create(server);
      socket.connect(
          new InetSocketAddress(address.getHost(), address.getPort()),
          (int) CONNECT_WITHIN.toMillis());
      return true;
    } catch (IOException | IllegalArgumentException e) {
      return false;
    }
  }
}
