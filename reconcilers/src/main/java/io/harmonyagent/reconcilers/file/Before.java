package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;

/**
 * What stood at a path before it became ours. The bytes of a regular file are kept elsewhere.
 *
 * @param mode permission bits with setuid, setgid and sticky
 * @param owner the user's number
 * @param group the group's number
 * @param target what a link said; otherwise empty
 */
record Before(Type type, int mode, int owner, int group, String target) {
  /** The sorts of things that can be put back. */
  enum Type {
    FILE,
    DIRECTORY,
    SYMLINK
  }

  static Before read(Fields in) throws InvalidDocument {
    try {
      return new Before(
          Type.valueOf(in.text("type")),
          Math.toIntExact(in.integer("mode")),
          Math.toIntExact(in.integer("owner")),
          Math.toIntExact(in.integer("group")),
          in.optionalText("target").orElse(""));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw in.invalid("type", "is not understood: " + e.getMessage());
    }
  }

  JsonObject toJson() {
    JsonObject out =
        new JsonObject()
            .put("type", type.name())
            .put("mode", mode)
            .put("owner", owner)
            .put("group", group);
    return target.isEmpty() ? out : out.put("target", target);
  }
}
