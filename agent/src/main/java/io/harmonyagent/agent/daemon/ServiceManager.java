package io.harmonyagent.agent.daemon;

import io.harmonyagent.agent.posix.DatagramSender;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Talks to systemd by its notification protocol (sd_notify(3)). Started by hand, there is nobody to
 * talk to, and every call does nothing.
 */
public final class ServiceManager {
  private final DatagramSender sender;
  private final Optional<String> socket;
  private final Optional<Duration> watchdog;

  public ServiceManager(DatagramSender sender, Map<String, String> environment) {
    this.sender = sender;
    this.socket = Optional.ofNullable(environment.get("NOTIFY_SOCKET"));
    this.watchdog =
        Optional.ofNullable(environment.get("WATCHDOG_USEC"))
            .map(micros -> Duration.ofNanos(Long.parseLong(micros) * 1000));
  }

  /** Whether systemd started this process as a service, and so would start it again. */
  public boolean isThere() {
    return socket.isPresent();
  }

  public void ready(String status) {
    notify("READY=1\nSTATUS=" + oneLine(status));
  }

  public void status(String status) {
    notify("STATUS=" + oneLine(status));
  }

  public void alive() {
    notify("WATCHDOG=1");
  }

  public void stopping() {
    notify("STOPPING=1\nSTATUS=stopping");
  }

  /** How often {@link #alive} is expected, where it is. */
  public Optional<Duration> watchdogPeriod() {
    return watchdog;
  }

  /** A line break would begin another field of the protocol. */
  private static String oneLine(String text) {
    return text.replaceAll("\\R", " ");
  }

  private void notify(String message) {
    socket.ifPresent(path -> sender.send(path, message));
  }
}
