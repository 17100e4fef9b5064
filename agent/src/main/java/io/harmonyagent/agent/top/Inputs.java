package io.harmonyagent.agent.top;

import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** The way of everything to the loop. It is bounded: who brings too much has to wait. */
final class Inputs {
  private static final int MOST = 512;

  private final BlockingQueue<Input> queue = new ArrayBlockingQueue<>(MOST);
  private volatile boolean closed;

  /** Waits for room, but not for a loop that has ended. */
  void put(Input input) {
    try {
      while (!closed && !queue.offer(input, 1, TimeUnit.SECONDS)) {}
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  Optional<Input> take(long withinMillis) throws InterruptedException {
    return Optional.ofNullable(queue.poll(Math.max(0, withinMillis), TimeUnit.MILLISECONDS));
  }

  void close() {
    closed = true;
    queue.clear();
  }
}
