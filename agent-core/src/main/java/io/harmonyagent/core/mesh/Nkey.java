package io.harmonyagent.core.mesh;

import io.nats.client.AuthHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Proves to a server who we are: signs its nonce with the seed of an nkey or of a {@code .creds}
 * file. It uses the JDK's Ed25519, so that no further cryptography has to be in the binary.
 *
 * <p>The file is read anew for every signature: a seed that was rotated is used at the next
 * reconnect, and none is held in memory meanwhile.
 */
final class Nkey implements AuthHandler {
  private static final Pattern SEED = Pattern.compile("\\bSU[A-Z2-7]{56}\\b");
  private static final Pattern JWT =
      Pattern.compile("-BEGIN NATS USER JWT-+\\s+([A-Za-z0-9_.=-]+)\\s+-+END NATS USER JWT-");

  private final Path file;
  private final Optional<String> publicKey;

  private Nkey(Path file, Optional<String> publicKey) {
    this.file = file;
    this.publicKey = publicKey;
  }

  /** A {@code .creds} file: the JWT says who we are, the seed proves it. */
  static AuthHandler credentials(Path file) throws IOException {
    String text = Files.readString(file);
    if (!JWT.matcher(text).find() || !SEED.matcher(text).find()) {
      throw new IOException(file + " is not a credentials file: it needs a user JWT and a seed");
    }
    return new Nkey(file, Optional.empty());
  }

  /** A file with nothing but a seed: the public key says who we are. */
  static AuthHandler seed(Path file) throws IOException {
    Matcher seed = SEED.matcher(Files.readString(file));
    if (!seed.find()) {
      throw new IOException(file + " holds no user seed (SU…)");
    }
    return new Nkey(file, Optional.of(NkeyEncoding.publicKey(seed.group())));
  }

  @Override
  public byte[] sign(byte[] nonce) {
    try {
      Matcher seed = SEED.matcher(Files.readString(file));
      if (!seed.find()) {
        throw new IllegalStateException(file + " holds no user seed (SU…) any longer");
      }
      byte[] raw = NkeyEncoding.rawSeed(seed.group());
      PrivateKey key =
          KeyFactory.getInstance("Ed25519")
              .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, raw));
      Arrays.fill(raw, (byte) 0);
      Signature signature = Signature.getInstance("Ed25519");
      signature.initSign(key);
      signature.update(nonce);
      return signature.sign();
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("cannot sign with the seed in " + file + ": " + e, e);
    }
  }

  @Override
  public char @Nullable [] getID() {
    return publicKey.map(String::toCharArray).orElse(null);
  }

  @Override
  public char @Nullable [] getJWT() {
    if (publicKey.isPresent()) {
      return null;
    }
    try {
      Matcher jwt = JWT.matcher(Files.readString(file));
      return jwt.find() ? jwt.group(1).toCharArray() : null;
    } catch (IOException e) {
      throw new IllegalStateException("cannot read the credentials in " + file, e);
    }
  }
}
