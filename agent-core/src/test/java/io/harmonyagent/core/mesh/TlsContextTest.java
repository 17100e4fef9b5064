package io.harmonyagent.core.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.harmonyagent.core.config.MeshConfig;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsContextTest {
  private static final String PASSWORD = "of this test";

  /** What stands before an RSA key of 2048 bits, which is PKCS#1 by itself. */
  private static final int PKCS8_HEADER_BYTES = 26;

  @TempDir private static Path pems;

  @BeforeAll
  static void makeCertificates() throws Exception {
    authority("ca");
    authority("stranger");
    identity("rsa", "RSA", "-keysize", "2048");
    identity("ec", "EC", "-groupname", "secp256r1");
    identity("ed25519", "Ed25519");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rsa", "ec", "ed25519"})
  void both_sides_know_each_other(String kind) throws Exception {
    SSLContext server = TlsContext.build(tls("ca", Optional.of("rsa")));
    SSLContext client = TlsContext.build(tls("ca", Optional.of(kind)));

    assertThat(nameSeenByServer(server, client)).isEqualTo("CN=" + kind);
  }

  @Test
  void a_stranger_is_not_trusted() throws Exception {
    SSLContext server = TlsContext.build(tls("ca", Optional.of("rsa")));
    SSLContext client = TlsContext.build(tls("stranger", Optional.of("ec")));

    assertThatExceptionOfType(SSLException.class)
        .isThrownBy(() -> nameSeenByServer(server, client));
  }

  @Test
  void without_an_identity_none_is_shown() throws Exception {
    SSLContext server = TlsContext.build(tls("ca", Optional.of("rsa")));
    SSLContext client = TlsContext.build(tls("ca", Optional.empty()));

    assertThat(nameSeenByServer(server, client)).isEmpty();
  }

  @Test
  void several_authorities_in_one_file_are_all_trusted() throws Exception {
    Files.writeString(
        pems.resolve("both.pem"),
        "# a comment\n"
            + Files.readString(pems.resolve("stranger.pem"))
            + Files.readString(pems.resolve("ca.pem")));
    SSLContext server = TlsContext.build(tls("ca", Optional.of("rsa")));
    SSLContext client = TlsContext.build(tls("both", Optional.of("ec")));

    assertThat(nameSeenByServer(server, client)).isEqualTo("CN=ec");
  }

  @Test
  void an_old_form_of_key_is_refused_with_the_way_to_convert_it() throws Exception {
    byte[] key = keys().getKey("rsa", PASSWORD.toCharArray()).getEncoded();
    pem("pkcs1.key", "RSA PRIVATE KEY", Arrays.copyOfRange(key, PKCS8_HEADER_BYTES, key.length));
    Files.copy(pems.resolve("rsa.pem"), pems.resolve("pkcs1.pem"));

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> TlsContext.build(tls("ca", Optional.of("pkcs1"))))
        .withMessageContaining("pkcs1.key")
        .withMessageContaining("openssl pkcs8 -topk8 -nodes");
  }

  @Test
  void a_key_that_is_rubbish_is_refused_by_name() throws Exception {
    Files.writeString(
        pems.resolve("rubbish.key"),
        "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
    Files.copy(pems.resolve("rsa.pem"), pems.resolve("rubbish.pem"));

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> TlsContext.build(tls("ca", Optional.of("rubbish"))))
        .withMessageContaining("rubbish.key");
  }

  @Test
  void a_file_without_a_certificate_is_refused_by_name() throws Exception {
    Files.writeString(pems.resolve("empty.pem"), "nothing here\n");

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> TlsContext.build(tls("empty", Optional.empty())))
        .withMessageContaining("empty.pem holds no PEM certificate");
  }

  @Test
  void a_file_that_is_missing_is_named() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> TlsContext.build(tls("missing", Optional.empty())))
        .withMessageContaining("missing.pem");
  }

  /** What the server learns of the client; empty if the client shows no certificate. */
  private static String nameSeenByServer(SSLContext server, SSLContext client) throws Exception {
    try (SSLServerSocket listening =
            (SSLServerSocket)
                server
                    .getServerSocketFactory()
                    .createServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      listening.setWantClientAuth(true);
      Future<String> seen = threads.submit(() -> greet(listening));
      try (SSLSocket socket =
          (SSLSocket)
              client
                  .getSocketFactory()
                  .createSocket(listening.getInetAddress(), listening.getLocalPort())) {
        socket.startHandshake();
        socket.getInputStream().read();
      }
      return seen.get();
    }
  }

  private static String greet(SSLServerSocket listening) throws IOException {
    try (SSLSocket socket = (SSLSocket) listening.accept()) {
      socket.startHandshake();
      String name = "";
      try {
        name =
            ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                .getSubjectX500Principal()
                .getName();
      } catch (SSLException e) {
        name = "";
      }
      socket.getOutputStream().write(1);
      return name;
    }
  }

  private static MeshConfig.Tls tls(String authority, Optional<String> identity) {
    return new MeshConfig.Tls(
        Optional.of(pems.resolve(authority + ".pem")),
        identity.map(
            name ->
                new MeshConfig.Identity(pems.resolve(name + ".pem"), pems.resolve(name + ".key"))));
  }

  private static void authority(String name) throws Exception {
    keytool(name, "-keyalg", "EC", "-groupname", "secp256r1", "-ext", "bc:critical=ca:true");
    pem(name + ".pem", "CERTIFICATE", keys().getCertificate(name).getEncoded());
  }

  private static void identity(String name, String algorithm, String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("-keyalg", algorithm, "-signer", "ca"));
    arguments.addAll(List.of("-signerkeypass", PASSWORD));
    arguments.addAll(List.of(more));
    keytool(name, arguments.toArray(String[]::new));
    pem(name + ".pem", "CERTIFICATE", keys().getCertificate(name).getEncoded());
    pem(name + ".key", "PRIVATE KEY", keys().getKey(name, PASSWORD.toCharArray()).getEncoded());
  }

  private static void pem(String file, String what, byte[] der) throws IOException {
    String text =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(der);
    Files.writeString(
        pems.resolve(file), "-----BEGIN %s-----\n%s\n-----END %1$s-----\n".formatted(what, text));
  }

  private static KeyStore keys() throws Exception {
    return KeyStore.getInstance(pems.resolve("keys.p12").toFile(), PASSWORD.toCharArray());
  }

  /** Makes a pair of keys; the JDK brings the program along. */
  private static void keytool(String name, String... more) throws Exception {
    List<String> command =
        new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/keytool", "-genkeypair"));
    command.addAll(List.of("-alias", name, "-dname", "CN=" + name, "-validity", "2"));
    command.addAll(List.of("-keystore", "keys.p12", "-storepass", PASSWORD));
    command.addAll(List.of(more));
    Path output = pems.resolve("keytool.log");
    int status =
        new ProcessBuilder(command)
            .directory(new File(pems.toString()))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start()
            .waitFor();
    assertThat(status).as(Files.readString(output)).isZero();
  }
}
