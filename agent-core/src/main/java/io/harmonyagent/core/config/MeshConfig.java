package io.harmonyagent.core.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How the mesh is reached.
 *
 * @param servers each {@code tls://host:port}, or {@code nats://host:port} for a plain connection
 * @param tls present exactly when the servers are {@code tls://}
 * @param credentials a {@code .creds} file: a user's JWT and seed
 * @param nkey a file with an nkey seed
 */
public record MeshConfig(
    List<String> servers, Optional<Tls> tls, Optional<Path> credentials, Optional<Path> nkey) {
  public MeshConfig {
    servers = List.copyOf(servers);
  }

  /**
   * PEM files.
   *
   * @param ca absent: the system's own bundle of authorities
   * @param identity absent: the server does not ask for a certificate
   */
  public record Tls(Optional<Path> ca, Optional<Identity> identity) {}

  /** The client's certificate and its key. */
  public record Identity(Path certificate, Path key) {}
}
