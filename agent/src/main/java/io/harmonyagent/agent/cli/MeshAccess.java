package io.harmonyagent.agent.cli;

import io.harmonyagent.core.config.MeshConfig;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.mesh.Bucket;
import io.harmonyagent.core.mesh.Keys;
import io.harmonyagent.core.mesh.MeshOptions;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How an operator's command reaches the mesh. */
final class MeshAccess {
  @Option(
      names = {"-s", "--server"},
      paramLabel = "URL",
      description =
          "tls://host:port, or nats://host:port without TLS; may be given more than once."
              + " Without it, the context says where the mesh is.",
      split = ",")
  private List<String> servers = new ArrayList<>();

  @Option(names = "--tls-ca", paramLabel = "PEM", description = "Whom to trust.")
  private @Nullable Path ca;

  @Option(names = "--tls-cert", paramLabel = "PEM", description = "Our certificate.")
  private @Nullable Path certificate;

  @Option(names = "--tls-key", paramLabel = "PEM", description = "The key to it.")
  private @Nullable Path key;

  @Option(names = "--creds", paramLabel = "FILE", description = "A credentials file.")
  private @Nullable Path credentials;

  @Option(names = "--nkey", paramLabel = "FILE", description = "A file with an nkey seed.")
  private @Nullable Path nkey;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "Which context to use; see 'harmonyctl config'.")
  private @Nullable String context;

  /** Those above, which may stand before the command too. */
  static final Set<String> OPTIONS =
      Set.of(
          "-s",
          "--server",
          "--tls-ca",
          "--tls-cert",
          "--tls-key",
          "--creds",
          "--nkey",
          "--context");

  static boolean isOption(String word) {
    return OPTIONS.contains(word.split("=", 2)[0]);
  }

  /** What to do with the mesh once it is reached. */
  @FunctionalInterface
  interface Task<T> {
    T with(Connection connection) throws Exception;
  }

  <T> T use(Task<T> task) throws Exception {
    Refusals refusals = new Refusals();
    Connection connection = connect(refusals);
    try {
      return task.with(connection);
    } catch (MeshUnavailable e) {
      // The listener hears of a refusal a moment after the connection itself knows.
      throw refusals
          .first()
          .or(() -> Refusals.in(connection.getLastError()))
          .map(MeshUnavailable::new)
          .orElse(e);
    } catch (UserError e) {
      if (e.exitCode() == ExitCode.NO_MESH && refusals.first().isPresent()) {
        throw new MeshUnavailable(refusals.first().get());
      }
      throw e;
    } catch (IllegalStateException e) {
      // So the client speaks of a connection that is gone, when somebody writes to it.
      if (connection.getStatus() == Connection.Status.CONNECTED) {
        throw e;
      }
      throw new MeshUnavailable("the connection to the mesh was lost; look, then try again");
    } finally {
      connection.close();
    }
  }

  static Bucket agents(Connection connection) throws IOException {
    return new Bucket(connection, Keys.AGENTS_BUCKET);
  }

  static AgentId agentId(String text) throws UserError {
    if (!AgentId.isValid(text)) {
      throw UserError.badInput("agent id '" + text + "' is not " + AgentId.RULE);
    }
    return new AgentId(text);
  }

  private Connection connect(Refusals refusals) throws UserError, InterruptedException {
    MeshConfig config = configOrContext();
    Options options = options(config, refusals);
    String servers = String.join(", ", config.servers());
    try {
      return Nats.connect(options);
    } catch (AuthenticationException e) {
      throw UserError.noMesh(
          servers
              + " does not let us in ("
              + e.getMessage()
              + "); are the credentials, the nkey or the certificate the right ones?");
    } catch (IOException | IllegalArgumentException e) {
      throw UserError.noMesh("cannot reach " + servers + ": " + e.getMessage());
    }
  }

  private static Options options(MeshConfig config, Refusals refusals) throws UserError {
    try {
      return MeshOptions.build(config, "harmonyctl", (_, _) -> {}, refusals);
    } catch (NoSuchFileException e) {
      throw UserError.badInput("there is no file " + e.getMessage() + ", which the mesh needs");
    } catch (IOException | IllegalArgumentException e) {
      throw UserError.badInput("the way to the mesh cannot be used: " + e.getMessage());
    }
  }

  /** Where the mesh is: what the options say, or else the context. */
  MeshConfig configOrContext() throws UserError {
    if (!servers.isEmpty()) {
      if (context != null) {
        throw UserError.badInput("--server and --context each say where the mesh is; give one");
      }
      return config();
    }
    if (ca != null || certificate != null || key != null || credentials != null || nkey != null) {
      throw UserError.badInput(
          "--tls-ca, --tls-cert, --tls-key, --creds and --nkey go with --server; a context has its"
              + " own (harmonyctl config set)");
    }
    return ContextFile.ofThisUser().find(Optional.ofNullable(context));
  }

  /** What the options say; wrong where they contradict each other. */
  MeshConfig config() throws UserError {
    if (servers.isEmpty()) {
      throw UserError.badInput("--server is missing");
    }
    boolean encrypted = servers.stream().allMatch(server -> server.startsWith("tls://"));
    if (!encrypted && servers.stream().anyMatch(server -> !server.startsWith("nats://"))) {
      throw UserError.badInput("--server must begin with tls:// (or nats:// for no TLS)");
    }
    if (!encrypted && (ca != null || certificate != null || key != null)) {
      throw UserError.badInput("--tls-ca, --tls-cert and --tls-key need servers with tls://");
    }
    if ((certificate == null) != (key == null)) {
      throw UserError.badInput("--tls-cert and --tls-key go together");
    }
    Optional<MeshConfig.Identity> identity =
        certificate == null || key == null
            ? Optional.empty()
            : Optional.of(new MeshConfig.Identity(certificate, key));
    return new MeshConfig(
        servers,
        encrypted
            ? Optional.of(new MeshConfig.Tls(Optional.ofNullable(ca), identity))
            : Optional.empty(),
        Optional.ofNullable(credentials),
        Optional.ofNullable(nkey));
  }
}
