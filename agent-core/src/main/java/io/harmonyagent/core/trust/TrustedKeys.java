package io.harmonyagent.core.trust;

import io.harmonyagent.core.manifest.DetachedSignature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whose word counts on this device: the public keys of one directory, each called as its file is. A
 * file that cannot be used is left out, and then says no to what it would have verified: a damaged
 * card must not turn into a device that believes everybody.
 */
public final class TrustedKeys {
  private static final Logger log = LoggerFactory.getLogger(TrustedKeys.class);

  private final Path directory;
  private final boolean areConfigured;
  private final Map<String, PublicKey> keys;

  private TrustedKeys(Path directory, boolean areConfigured, Map<String, PublicKey> keys) {
    this.directory = directory;
    this.areConfigured = areConfigured;
    this.keys = Map.copyOf(keys);
  }

  /** The {@code *.pem} of a directory; one that does not exist holds none. */
  public static TrustedKeys in(Path directory) {
    Map<String, PublicKey> keys = new TreeMap<>();
    List<Path> files = List.of();
    boolean unreadable = false;
    if (Files.exists(directory)) {
      try (Stream<Path> found = Files.list(directory)) {
        files = found.filter(file -> file.toString().endsWith(".pem")).sorted().toList();
      } catch (IOException e) {
        unreadable = true;
        log.error("the trusted keys cannot be read, so nothing is trusted: {}", e.toString());
      }
    }
    for (Path file : files) {
      try {
        keys.put(Pem.keyId(file), publicKey(file));
      } catch (IOException e) {
        log.error("a trusted key cannot be used and is left out: {}", e.getMessage());
      }
    }
    return new TrustedKeys(directory, unreadable || !files.isEmpty(), keys);
  }

  private static PublicKey publicKey(Path file) throws IOException {
    try {
      return KeyFactory.getInstance("Ed25519")
          .generatePublic(new X509EncodedKeySpec(Pem.read(file, "PUBLIC KEY")));
    } catch (GeneralSecurityException e) {
      throw new IOException(file + " is no Ed25519 key: " + e.getMessage(), e);
    }
  }

  /** Whether anybody put a key there, a damaged one included. */
  public boolean areConfigured() {
    return areConfigured;
  }

  /** Why the message is not to be believed; nothing if one of our keys signed it. */
  public Optional<String> objection(byte[] message, Optional<DetachedSignature> signature) {
    if (signature.isEmpty()) {
      return Optional.of("it is not signed; this device trusts " + names());
    }
    PublicKey key = keys.get(signature.get().keyId());
    if (key == null) {
      return Optional.of(
          "it is signed with the key '"
              + signature.get().keyId()
              + "', and this device trusts "
              + names());
    }
    try {
      Signature verifier = Signature.getInstance("Ed25519");
      verifier.initVerify(key);
      verifier.update(message);
      return verifier.verify(signature.get().bytes())
          ? Optional.empty()
          : Optional.of(
              "its signature with the key '"
                  + signature.get().keyId()
                  + "' is wrong: it was changed after it was signed, or signed for another device");
    } catch (GeneralSecurityException e) {
      return Optional.of("its signature cannot be verified: " + e.getMessage());
    }
  }

  private String names() {
    return keys.isEmpty()
        ? "no key (put one into " + directory + ")"
        : "only " + String.join(", ", new TreeMap<>(keys).keySet());
  }
}
