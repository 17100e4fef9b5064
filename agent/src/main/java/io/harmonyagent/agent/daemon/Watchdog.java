package io.harmonyagent.agent.daemon;

import io.harmonyagent.core.runtime.EngineLoop;
import java.time.Duration;

/**
 * Feeds systemd's watchdog. The engine's own thread has to answer for it: while that thread is
 * stuck nothing is fed, and systemd restarts us.
 */
final class Watchdog implements AutoCloseable {
  private final Thread thread;

  Watchdog(ServiceManager systemd, EngineLoop engine, Duration period) {
    Duration pause = period.dividedBy(3);
    thread =
        Thread.ofPlatform()
            .name("watchdog")
            .daemon()
            .unstarted(
                () -> {
                  try {
                    while (true) {
                      engine.areYouThere(systemd::alive);
                      Thread.sleep(pause);
                    }
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
  }

  void start() {
    thread.start();
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
