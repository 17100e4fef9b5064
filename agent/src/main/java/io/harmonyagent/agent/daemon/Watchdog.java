package io.harmonyagent.agent.daemon;

import io.harmonyagent.core.runtime.EngineLoop;
import java.time.Duration;

/**
 * Feeds systemd's watchdog where it has one. The engine's own thread has to answer for it: while
 * that thread is stuck nothing is fed, and systemd restarts us.
 */
final class Watchdog implements AutoCloseable {
  private final ServiceManager systemd;
  private final EngineLoop engine;
  private final Thread thread;

  Watchdog(ServiceManager systemd, EngineLoop engine) {
    this.systemd = systemd;
    this.engine = engine;
    this.thread = Thread.ofPlatform().name("watchdog").daemon().unstarted(this::run);
  }

  void start() {
    if (systemd.watchdogPeriod().isPresent()) {
      thread.start();
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void run() {
    Duration pause = systemd.watchdogPeriod().orElseThrow().dividedBy(3);
    try {
      while (true) {
        engine.areYouThere(systemd::alive);
        Thread.sleep(pause);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
