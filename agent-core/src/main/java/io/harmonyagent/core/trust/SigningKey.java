package io.harmonyagent.core.trust;

import io.harmonyagent.core.manifest.DetachedSignature;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/** The operator's half of a key: PEM of {@code openssl genpkey -algorithm ed25519}. */
public final class SigningKey {
  private final String keyId;
  private final PrivateKey key;

  private SigningKey(String keyId, PrivateKey key) {
    this.keyId = keyId;
    this.key = key;
  }

  /** The key's id is the file's name without its ending, as on the devices. */
  public static SigningKey read(Path file) throws IOException {
    String keyId = Pem.keyId(file);
    if (!DetachedSignature.isKeyId(keyId)) {
      throw new IOException(
          "the file's name is the key's id, and '"
              + keyId
              + "' is not "
              + DetachedSignature.KEY_ID_RULE
              + "; rename it");
    }
    try {
      return new SigningKey(
          keyId,
          KeyFactory.getInstance("Ed25519")
              .generatePrivate(new PKCS8EncodedKeySpec(Pem.read(file, "PRIVATE KEY"))));
    } catch (GeneralSecurityException e) {
      throw new IOException(
          file
              + " is no Ed25519 key (make one with 'openssl genpkey -algorithm ed25519'): "
              + e.getMessage(),
          e);
    }
  }

  public DetachedSignature sign(byte[] message) {
    try {
      Signature signature = Signature.getInstance("Ed25519");
      signature.initSign(key);
      signature.update(message);
      return new DetachedSignature(keyId, Base64.getEncoder().encodeToString(signature.sign()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot sign with the key " + keyId, e);
    }
  }
}
