package io.harmonyagent.agent.daemon;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import sun.misc.Signal;

/** TERM and INT end the agent in good order; HUP asks it to look at everything now. */
final class Signals {
  private final CountDownLatch stop = new CountDownLatch(1);

  void install(Runnable onHangUp) {
    Signal.handle(new Signal("TERM"), _ -> stop.countDown());
    Signal.handle(new Signal("INT"), _ -> stop.countDown());
    Signal.handle(new Signal("HUP"), _ -> onHangUp.run());
  }

  /** As if somebody had sent TERM. */
  void stop() {
    stop.countDown();
  }

  void awaitStop() throws InterruptedException {
    stop.await();
  }

  /** Returns whether it is time to stop. */
  boolean awaitStop(Duration atMost) throws InterruptedException {
    return stop.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
  }
}
