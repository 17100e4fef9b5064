package io.harmonyagent.core.mesh;

import io.harmonyagent.core.config.MeshConfig;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** TLS from PEM files: whom we trust, and who we are. */
final class TlsContext {
  private static final Path SYSTEM_BUNDLE = Path.of("/etc/ssl/certs/ca-certificates.crt");
  private static final Pattern CERTIFICATE =
      Pattern.compile("-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----");
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");
  private static final List<String> KEY_ALGORITHMS = List.of("RSA", "EC", "Ed25519");

  private static final Logger log = LoggerFactory.getLogger(TlsContext.class);

  private TlsContext() {}

  static SSLContext build(MeshConfig.Tls config) throws IOException {
    try {
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(trusted(config.ca().orElse(SYSTEM_BUNDLE)));
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(identity(config.identity()), trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  private static KeyStore trusted(Path file) throws IOException, GeneralSecurityException {
    KeyStore store = emptyStore();
    int number = 0;
    for (Certificate certificate : certificates(file)) {
      store.setCertificateEntry("ca-" + number++, certificate);
    }
    return store;
  }

  private static KeyManager[] identity(Optional<MeshConfig.Identity> identity)
      throws IOException, GeneralSecurityException {
    if (identity.isEmpty()) {
      return new KeyManager[0];
    }
    Certificate[] chain = certificates(identity.get().certificate()).toArray(Certificate[]::new);
    KeyStore store = emptyStore();
    store.setKeyEntry("agent", privateKey(identity.get().key()), new char[0], chain);
    KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
    factory.init(store, new char[0]);
    return factory.getKeyManagers();
  }

  private static List<Certificate> certificates(Path file)
      throws IOException, GeneralSecurityException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    List<Certificate> certificates = new ArrayList<>();
    Matcher pem = CERTIFICATE.matcher(Files.readString(file));
    while (pem.find()) {
      byte[] bytes = pem.group().getBytes(StandardCharsets.US_ASCII);
      certificates.add(factory.generateCertificate(new ByteArrayInputStream(bytes)));
    }
    if (certificates.isEmpty()) {
      throw new IOException(file + " holds no PEM certificate");
    }
    return certificates;
  }

  private static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
    Matcher pem = KEY.matcher(Files.readString(file));
    if (!pem.find()) {
      throw new IOException(
          file + " holds no PKCS#8 key; convert it with 'openssl pkcs8 -topk8 -nodes'");
    }
    PKCS8EncodedKeySpec spec =
        new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
    for (String algorithm : KEY_ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (InvalidKeySpecException e) {
        log.trace("{} is not an {} key", file, algorithm);
      }
    }
    throw new IOException(file + " holds a key that is none of " + KEY_ALGORITHMS);
  }

  private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }
}
