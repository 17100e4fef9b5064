package io.harmonyagent.core.manifest;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which build of the agent a device should run.
 *
 * @param sha256 of the image in the object store
 * @param size of the image in bytes
 * @param downgrade whether an older version than the running one is meant
 */
public record AgentRelease(
    String version,
    String sha256,
    long size,
    boolean downgrade,
    Optional<DetachedSignature> signature) {
  public static final String VERSION_RULE =
      "1 to 63 letters, digits, '.', '-', '_', '+' or '~', beginning with a digit";

  private static final Pattern VERSION = Pattern.compile("[0-9][A-Za-z0-9._+~-]{0,62}");
  private static final Pattern ARTIFACT = Pattern.compile("sha256:[0-9a-f]{64}");
  private static final int PREFIX = "sha256:".length();

  public static boolean isVersion(String text) {
    return VERSION.matcher(text).matches();
  }

  static Optional<AgentRelease> readOptional(Fields parent) throws InvalidDocument {
    Optional<Fields> in = parent.optionalObject("agent");
    return in.isEmpty() ? Optional.empty() : Optional.of(read(in.get()));
  }

  public static AgentRelease read(Fields in) throws InvalidDocument {
    String version = in.text("version");
    if (!isVersion(version)) {
      throw in.invalid("version", "must be " + VERSION_RULE + ", is '" + version + "'");
    }
    String artifact = in.text("artifact");
    if (!ARTIFACT.matcher(artifact).matches()) {
      throw in.invalid(
          "artifact", "must be 'sha256:' and 64 of 0-9 and a-f, is '" + artifact + "'");
    }
    long size = in.integer("size");
    if (size <= 0) {
      throw in.invalid("size", "must be above 0, is " + size);
    }
    return new AgentRelease(
        version,
        artifact.substring(PREFIX),
        size,
        in.flag("downgrade", false),
        DetachedSignature.readOptional(in));
  }

  public AgentRelease signedBy(DetachedSignature by) {
    return new AgentRelease(version, sha256, size, downgrade, Optional.of(by));
  }

  public AgentRelease asDowngrade(boolean meant) {
    return new AgentRelease(version, sha256, size, meant, signature);
  }

  public JsonObject toJson() {
    JsonObject out =
        new JsonObject()
            .put("version", version)
            .put("artifact", "sha256:" + sha256)
            .put("size", size);
    if (downgrade) {
      out.put("downgrade", true);
    }
    signature.ifPresent(by -> out.put("signature", by.toJson()));
    return out;
  }
}
