package io.harmonyagent.testbed;

import java.util.List;
import java.util.stream.Collectors;

/** How the fleet's NATS servers are configured, beyond what they need to find each other. */
public record NatsConfig(
    Security security, Storage storage, boolean hasOwnClocks, String extraLines) {

  /** How clients prove who they are. */
  public enum Security {
    /** Not at all, and nothing is encrypted. */
    NONE,
    /** By a certificate of the fleet's authority. */
    TLS,
    /** The same, and the user is the one that the certificate names, as "CN=name". */
    TLS_MAPS_USERS
  }

  /** Where streams are kept. */
  public enum Storage {
    /** In memory that looks like a disk: an fsync costs nothing. */
    MEMORY_DISK,
    /** On this machine's disk. */
    REAL_DISK
  }

  /** No encryption, no users, quick storage. */
  public static NatsConfig plain() {
    return new NatsConfig(Security.NONE, Storage.MEMORY_DISK, false, "");
  }

  /** Clients must show a certificate of {@link Testbed#certificates}. */
  public NatsConfig tls() {
    return new NatsConfig(Security.TLS, storage, hasOwnClocks, extraLines);
  }

  /**
   * Clients must show a certificate, and are the user that it names; to be used with users in
   * {@link #config}. The test itself is "CN=testbed".
   */
  public NatsConfig tlsMapsUsers() {
    return new NatsConfig(Security.TLS_MAPS_USERS, storage, hasOwnClocks, extraLines);
  }

  public NatsConfig onRealDisk() {
    return new NatsConfig(security, Storage.REAL_DISK, hasOwnClocks, extraLines);
  }

  /** Each server's wall clock can be set: see {@link NatsNode#setClockAhead}. */
  public NatsConfig ownClocks() {
    return new NatsConfig(security, storage, true, extraLines);
  }

  /** Adds lines to the configuration file of every server. */
  public NatsConfig config(String lines) {
    return new NatsConfig(security, storage, hasOwnClocks, extraLines + lines + "\n");
  }

  boolean isEncrypted() {
    return security != Security.NONE;
  }

  String render(NatsNode node, List<NatsNode> all, Certificates certificates) {
    return """
    server_name: %s
    listen: "0.0.0.0:%d"
    http: "0.0.0.0:%d"
    jetstream { store_dir: "%s" }
    %s%s%s\
    """
        .formatted(
            node.name(),
            NatsNode.CLIENTS,
            NatsNode.MONITORING,
            node.data(),
            all.size() > 1 ? cluster(all) : "",
            isEncrypted() ? tls(node, certificates) : "",
            extraLines);
  }

  private String tls(NatsNode node, Certificates certificates) {
    var identity = certificates.issue(node.name(), "IP:" + node.address(), "IP:127.0.0.1");
    return """
    tls { cert_file: "%s", key_file: "%s", ca_file: "%s", %s: true }
    """
        .formatted(
            identity.certificate(),
            identity.key(),
            certificates.authority(),
            security == Security.TLS_MAPS_USERS ? "verify_and_map" : "verify");
  }

  /**
   * Servers do not advertise each other: a client outside the fleet would believe them and leave
   * its relay.
   */
  private static String cluster(List<NatsNode> all) {
    String routes =
        all.stream()
            .map(peer -> "\"nats://%s:%d\"".formatted(peer.address(), NatsNode.ROUTES))
            .collect(Collectors.joining(", "));
    return """
    cluster { name: fleet, listen: "0.0.0.0:%d", no_advertise: true, routes: [%s] }
    """
        .formatted(NatsNode.ROUTES, routes);
  }
}
