package io.harmonyagent.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One NATS server of the fleet. */
public final class NatsNode extends Server {
  static final int CLIENTS = 4222;
  static final int ROUTES = 6222;
  static final int MONITORING = 8222;

  private final Path binary;
  private final Path data;
  private final Optional<OwnClock> clock;
  private final Path config;
  private final Relay clients;
  private final Relay monitoring;
  private final HttpClient http;

  NatsNode(
      String name,
      Run run,
      Network network,
      Path binary,
      Path data,
      Optional<OwnClock> clock,
      HttpClient http) {
    super(name, run, network);
    this.binary = binary;
    this.data = data;
    this.clock = clock;
    this.config = run.folder("nats").resolve(name + ".conf");
    this.clients = Relay.to(run, name, address(), CLIENTS);
    this.monitoring = Relay.to(run, name + "-monitoring", address(), MONITORING);
    this.http = http;
  }

  /** Takes effect when the server starts next. */
  void configure(String text) {
    try {
      Files.writeString(config, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  List<String> command() {
    List<String> command = new ArrayList<>(clock.map(OwnClock::prefix).orElse(List.of()));
    command.addAll(List.of(binary.toString(), "--config", config.toString()));
    return command;
  }

  /**
   * Sets its wall clock, from now on and over restarts, ahead of this machine's; its monotonic
   * clock is not touched. Needs {@link NatsConfig#ownClocks}.
   */
  public void setClockAhead(Duration ahead) {
    clock
        .orElseThrow(() -> new IllegalStateException("ask for NatsConfig.plain().ownClocks()"))
        .setAhead(ahead);
  }

  /** Whether the server says that it is well: its own "/healthz". */
  public boolean isHealthy() {
    try {
      return monitor("/healthz").contains("\"ok\"");
    } catch (IOException e) {
      return false;
    }
  }

  /** What the server's monitoring port answers, as JSON. */
  public String monitor(String path) throws IOException {
    URI uri = URI.create("http://" + monitoring.address() + path);
    try {
      return http.send(
              HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(1)).build(),
              BodyHandlers.ofString())
          .body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted while asking " + name(), e);
    }
  }

  /** Where JetStream keeps its streams; while the server does not run, a test may change it. */
  public Path data() {
    return data;
  }

  /** Where a member of the fleet connects to. */
  public String url() {
    return "nats://" + name() + ":" + CLIENTS;
  }

  /** Where the test connects to: a port on loopback. */
  public String relayUrl() {
    return "nats://" + clients.address();
  }
}
