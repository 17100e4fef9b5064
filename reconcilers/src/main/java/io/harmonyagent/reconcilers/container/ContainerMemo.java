package io.harmonyagent.reconcilers.container;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Reading;
import java.util.Optional;

/**
 * What of a container only we know, kept in the ledger.
 *
 * @param failed the version that was tried and given up, so that it is not tried again
 * @param restarts how often this container was started again after it had ended
 * @param crashes how often in a row, without a good run in between
 * @param adopted the id of a container that was not ours and is being replaced
 */
record ContainerMemo(
    Optional<Failed> failed, long restarts, int crashes, Optional<String> adopted) {
  static final ContainerMemo NONE = new ContainerMemo(Optional.empty(), 0, 0, Optional.empty());

  /** A version that was given up, and why. */
  record Failed(Version version, String reason) {}

  /** One that cannot be read says nothing: the worst of it is one more try. */
  static ContainerMemo parse(String text) {
    if (text.isEmpty()) {
      return NONE;
    }
    try {
      Fields in = Reading.start().root(new JsonReader().read(text.getBytes(UTF_8), "memo"));
      Optional<Fields> failed = in.optionalObject("failed");
      return new ContainerMemo(
          failed.isEmpty() ? Optional.empty() : Optional.of(failed(failed.get())),
          in.optionalInteger("restarts").orElse(0L),
          Math.toIntExact(in.optionalInteger("crashes").orElse(0L)),
          in.optionalText("adopted"));
    } catch (InvalidDocument | ArithmeticException e) {
      return NONE;
    }
  }

  private static Failed failed(Fields in) throws InvalidDocument {
    return new Failed(new Version(in.text("spec_hash"), in.text("digest")), in.text("reason"));
  }

  String format() {
    if (failed.isEmpty() && restarts == 0 && crashes == 0 && adopted.isEmpty()) {
      return "";
    }
    JsonObject out = new JsonObject();
    failed.ifPresent(
        f ->
            out.put(
                "failed",
                new JsonObject()
                    .put("spec_hash", f.version().specHash())
                    .put("digest", f.version().imageDigest())
                    .put("reason", f.reason())));
    out.put("restarts", restarts).put("crashes", crashes).putIfPresent("adopted", adopted);
    return new String(JsonWriter.compact(out.node()), UTF_8);
  }

  ContainerMemo withFailed(Version version, String reason) {
    return new ContainerMemo(Optional.of(new Failed(version, reason)), 0, 0, adopted);
  }

  ContainerMemo withoutFailed() {
    return new ContainerMemo(Optional.empty(), restarts, crashes, adopted);
  }

  /** It was started again. */
  ContainerMemo withCrash(int inARow) {
    return new ContainerMemo(failed, restarts + 1, inARow, adopted);
  }

  /** Another container takes its place. */
  ContainerMemo afresh(Optional<String> replaced) {
    return new ContainerMemo(Optional.empty(), 0, 0, replaced);
  }
}
