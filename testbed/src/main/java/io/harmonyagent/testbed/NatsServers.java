package io.harmonyagent.testbed;

import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;

/** The fleet's NATS servers with JetStream: one, or a cluster. */
public final class NatsServers implements Peers {
  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final Pattern LEADER = Pattern.compile("\"leader\":\\s*\"([^\"]+)\"");

  private final Path program;
  private final List<NatsNode> nodes;
  private final HttpClient http;
  private final Optional<SSLContext> encryption;
  private final List<Connection> connections = new CopyOnWriteArrayList<>();

  private NatsServers(
      Path program, List<NatsNode> nodes, HttpClient http, Optional<SSLContext> encryption) {
    this.program = program;
    this.nodes = nodes;
    this.http = http;
    this.encryption = encryption;
  }

  static NatsServers start(
      int count, NatsConfig config, Certificates certificates, Run run, Network network) {
    Path binary = binary(run);
    HttpClient http = HttpClient.newHttpClient();
    List<NatsNode> nodes =
        IntStream.rangeClosed(1, count)
            .mapToObj(number -> "nats-" + number)
            .map(
                name ->
                    new NatsNode(
                        name,
                        run,
                        network,
                        binary,
                        data(name, config, run),
                        config.hasOwnClocks()
                            ? Optional.of(OwnClock.of(run, name))
                            : Optional.empty(),
                        http))
            .toList();
    for (NatsNode node : nodes) {
      node.configure(config.render(node, nodes, certificates));
    }
    Optional<SSLContext> encryption =
        config.isEncrypted()
            ? Optional.of(certificates.sslContext(certificates.issue("testbed")))
            : Optional.empty();
    NatsServers servers = new NatsServers(binary, nodes, http, encryption);
    servers.startAll();
    return servers;
  }

  private static Path data(String name, NatsConfig config, Run run) {
    return switch (config.storage()) {
      case MEMORY_DISK -> run.folder("nats/" + name);
      case REAL_DISK -> run.folderOnDisk(name);
    };
  }

  private static Path binary(Run run) {
    Path cache = Caches.folder("nats-server");
    return Path.of(
        Commands.run(Duration.ofMinutes(3), run.command("get-nats-server.sh", cache.toString()))
            .orFail()
            .text());
  }

  @Override
  public List<Member> members() {
    return List.copyOf(nodes);
  }

  /** The server's program, to be installed where a test wants a server of its own. */
  public Path program() {
    return program;
  }

  /** The first is 1. */
  public NatsNode node(int number) {
    return nodes.get(number - 1);
  }

  /** Where members of the fleet connect to: all servers, separated by commas. */
  public String url() {
    return nodes.stream().map(NatsNode::url).collect(Collectors.joining(","));
  }

  /** Starts those that do not run, and waits until all are well. */
  public void startAll() {
    nodes.stream().filter(node -> !node.isRunning()).forEach(NatsNode::start);
    awaitHealthy();
  }

  public void stopAll() {
    nodes.stream().filter(NatsNode::isRunning).forEach(NatsNode::stop);
  }

  /** Waits until every server that runs says that it is well. */
  public void awaitHealthy() {
    for (NatsNode node : nodes) {
      if (node.isRunning()) {
        Waiting.eventually(
            START_LIMIT, node::isHealthy, healthy -> healthy, node.name() + " is healthy");
      }
    }
  }

  /**
   * The server that leads the cluster, if all that run agree on one; of a single server, that one.
   */
  public Optional<NatsNode> leader() {
    List<NatsNode> running = nodes.stream().filter(NatsNode::isRunning).toList();
    if (nodes.size() == 1) {
      return running.stream().findFirst();
    }
    Set<String> named = running.stream().map(NatsServers::leaderSeenBy).collect(Collectors.toSet());
    return running.stream().filter(node -> named.equals(Set.of(node.name()))).findFirst();
  }

  private static String leaderSeenBy(NatsNode node) {
    try {
      Matcher leader = LEADER.matcher(node.monitor("/jsz"));
      return leader.find() ? leader.group(1) : "";
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * Options for a connection from the test, which goes through relays and never straight to a
   * server.
   */
  public Options.Builder options() {
    Options.Builder options = new Options.Builder();
    encryption.ifPresent(options::sslContext);
    return options
        .servers(nodes.stream().map(NatsNode::relayUrl).toArray(String[]::new))
        // The addresses that servers tell each other are those inside the fleet.
        .ignoreDiscoveredServers()
        // Lost connections are what tests are made of; the default listener would log each one.
        .errorListener(new ErrorListener() {})
        .connectionTimeout(Duration.ofSeconds(5))
        .reconnectWait(Duration.ofMillis(50))
        .maxReconnects(-1);
  }

  /** A connection from the test; it is closed with the testbed at the latest. */
  public Connection connect() {
    try {
      Connection connection = Nats.connect(options().build());
      connections.add(connection);
      return connection;
    } catch (IOException e) {
      throw new TestbedException("no connection to NATS from the test", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted while connecting to NATS", e);
    }
  }

  void disconnect() {
    http.shutdownNow();
    try {
      for (Connection connection : connections) {
        connection.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
