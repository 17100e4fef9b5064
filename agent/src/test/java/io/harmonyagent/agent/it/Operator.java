package io.harmonyagent.agent.it;

import io.nats.client.NKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;

/**
 * A NATS operator with an account for agents: signs what a server in operator mode wants to see.
 */
final class Operator {
  private static final String UNLIMITED_CORE =
      "\"subs\":-1,\"data\":-1,\"payload\":-1,\"imports\":-1,\"exports\":-1,\"wildcards\":true,"
          + "\"conn\":-1,\"leaf\":-1";
  private static final String UNLIMITED_JETSTREAM =
      ",\"mem_storage\":-1,\"disk_storage\":-1,\"streams\":-1,\"consumer\":-1";

  private final NKey operator;
  private final NKey system;
  private final NKey account;

  Operator() {
    try {
      operator = NKey.createOperator(null);
      system = NKey.createAccount(null);
      account = NKey.createAccount(null);
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The lines that make a server trust this operator and know its accounts. */
  String serverConfig() {
    return """
    operator: "%s"
    system_account: %s
    resolver: MEMORY
    resolver_preload: { %s: "%s", %s: "%s" }
    """
        .formatted(
            jwt(operator, publicKey(operator), "\"type\":\"operator\",\"version\":2"),
            publicKey(system),
            publicKey(system),
            accountJwt(system, UNLIMITED_CORE),
            publicKey(account),
            accountJwt(account, UNLIMITED_CORE + UNLIMITED_JETSTREAM));
  }

  private String accountJwt(NKey key, String limits) {
    return jwt(
        operator, publicKey(key), "\"limits\":{" + limits + "},\"type\":\"account\",\"version\":2");
  }

  /** A credentials file for a new user. */
  String credentials() {
    try {
      NKey user = NKey.createUser(null);
      return """
          -----BEGIN NATS USER JWT-----
          %s
          ------END NATS USER JWT------

          -----BEGIN USER NKEY SEED-----
          %s
          ------END USER NKEY SEED------
          """
          .formatted(
              jwt(
                  account,
                  publicKey(user),
                  "\"subs\":-1,\"data\":-1,\"payload\":-1,\"type\":\"user\",\"version\":2"),
              new String(user.getSeed()));
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String jwt(NKey issuer, String subject, String claims) {
    String header = base64("{\"typ\":\"JWT\",\"alg\":\"ed25519-nkey\"}");
    String body =
        base64(
            "{\"jti\":\"%s\",\"iat\":%d,\"iss\":\"%s\",\"name\":\"test\",\"sub\":\"%s\",\"nats\":{%s}}"
                .formatted(
                    subject, Instant.now().getEpochSecond(), publicKey(issuer), subject, claims));
    String signed = header + "." + body;
    try {
      byte[] signature = issuer.sign(signed.getBytes(StandardCharsets.US_ASCII));
      return signed + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String publicKey(NKey key) {
    try {
      return new String(key.getPublicKey());
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String base64(String json) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(json.getBytes(StandardCharsets.UTF_8));
  }
}
