package io.harmonyagent.core.trust;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;

/** A key in two files, as {@code openssl genpkey} and {@code openssl pkey -pubout} write it. */
public record KeyPairFiles(Path secret, Path open) {
  public static KeyPairFiles create(Path secrets, Path trusted, String name) throws Exception {
    KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    Files.createDirectories(secrets);
    Files.createDirectories(trusted);
    return new KeyPairFiles(
        write(secrets.resolve(name + ".pem"), "PRIVATE KEY", pair.getPrivate().getEncoded()),
        write(trusted.resolve(name + ".pem"), "PUBLIC KEY", pair.getPublic().getEncoded()));
  }

  private static Path write(Path file, String label, byte[] bytes) throws Exception {
    String lines =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(bytes);
    return Files.writeString(
        file, "-----BEGIN " + label + "-----\n" + lines + "\n-----END " + label + "-----\n");
  }
}
