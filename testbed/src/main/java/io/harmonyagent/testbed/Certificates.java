package io.harmonyagent.testbed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate authority of the fleet's own, and the certificates that it signs. All files are
 * PEM.
 */
public final class Certificates {
  /** A certificate and its private key. */
  public record Identity(Path certificate, Path key) {}

  private final Path folder;
  private final Identity own;

  private Certificates(Path folder) {
    this.folder = folder;
    this.own = new Identity(folder.resolve("ca.crt"), folder.resolve("ca.key"));
  }

  /** Makes a new authority in that folder. */
  public static Certificates create(Path folder) {
    Certificates certificates = new Certificates(folder);
    sign("testbed authority", certificates.own);
    return certificates;
  }

  /** The authority's own certificate. */
  public Path authority() {
    return own.certificate();
  }

  /**
   * A certificate for a client or a server of that name ("CN=name"), valid for its name as a host's
   * and for the others given, which are written as openssl does: {@code DNS:pi-1} or {@code
   * IP:127.0.0.1}.
   */
  public Identity issue(String name, String... alternativeNames) {
    Identity identity = new Identity(folder.resolve(name + ".crt"), folder.resolve(name + ".key"));
    String names =
        Stream.concat(Stream.of("DNS:" + name), Stream.of(alternativeNames))
            .collect(Collectors.joining(","));
    sign(
        name,
        identity,
        "-CA",
        own.certificate().toString(),
        "-CAkey",
        own.key().toString(),
        "-addext",
        "subjectAltName=" + names,
        "-addext",
        "basicConstraints=critical,CA:FALSE");
    return identity;
  }

  /** For a client in the test: trusts this authority and shows that identity. */
  public SSLContext sslContext(Identity client) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setCertificateEntry("authority", certificate(authority()));
      char[] password = {};
      store.setKeyEntry(
          "client",
          key(client.key()),
          password,
          new X509Certificate[] {certificate(client.certificate())});
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, password);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new TestbedException("the certificates of the testbed do not fit together", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static X509Certificate certificate(Path file)
      throws GeneralSecurityException, IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  private static PrivateKey key(Path file) throws GeneralSecurityException, IOException {
    String base64 = Files.readString(file, UTF_8).replaceAll("-----[A-Z ]+-----", "");
    return KeyFactory.getInstance("EC")
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(base64)));
  }

  /** By itself, unless the options name another signer. */
  private static void sign(String name, Identity identity, String... options) {
    List<String> command = new ArrayList<>(List.of("openssl", "req", "-x509", "-nodes"));
    command.addAll(List.of("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"));
    command.addAll(List.of("-days", "30", "-subj", "/CN=" + name));
    command.addAll(List.of("-keyout", identity.key().toString()));
    command.addAll(List.of("-out", identity.certificate().toString()));
    command.addAll(List.of(options));
    Commands.run(Commands.LIMIT, command).orFail();
  }
}
