package io.harmonyagent.core.manifest;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A signature that stands beside what it is about. Whether it is right is not known here.
 *
 * @param keyId which of the device's trusted keys is to verify it
 * @param value the signature's bytes as base64
 */
public record DetachedSignature(String keyId, String value) {
  /** The only algorithm there is; named on the wire so that there can be another one day. */
  public static final String ALGORITHM = "ed25519";

  public static final String KEY_ID_RULE = "1 to 63 letters, digits, '.', '-' or '_'";

  private static final Pattern KEY_ID = Pattern.compile("[A-Za-z0-9._-]{1,63}");
  private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9+/]{86}==");

  public static boolean isKeyId(String text) {
    return KEY_ID.matcher(text).matches();
  }

  static Optional<DetachedSignature> readOptional(Fields parent) throws InvalidDocument {
    Optional<Fields> in = parent.optionalObject("signature");
    return in.isEmpty() ? Optional.empty() : Optional.of(read(in.get()));
  }

  private static DetachedSignature read(Fields in) throws InvalidDocument {
    String keyId = in.text("key_id");
    if (!isKeyId(keyId)) {
      throw in.invalid("key_id", "must be " + KEY_ID_RULE + ", is '" + keyId + "'");
    }
    String algorithm = in.text("alg");
    if (!algorithm.equals(ALGORITHM)) {
      throw in.invalid("alg", "must be " + ALGORITHM + ", is '" + algorithm + "'");
    }
    String value = in.text("value");
    if (!VALUE.matcher(value).matches()) {
      throw in.invalid("value", "must be the 64 bytes of a signature as base64");
    }
    return new DetachedSignature(keyId, value);
  }

  public byte[] bytes() {
    return Base64.getDecoder().decode(value);
  }

  public JsonObject toJson() {
    return new JsonObject().put("key_id", keyId).put("alg", ALGORITHM).put("value", value);
  }
}
