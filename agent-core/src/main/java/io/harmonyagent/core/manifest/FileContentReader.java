package io.harmonyagent.core.manifest;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/** Reads what should stand at a file's path: exactly one of five ways to say it. */
final class FileContentReader {
  private static final List<String> WAYS =
      List.of("inline", "base64", "artifact", "directory", "symlink");
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern LINE_BREAKS = Pattern.compile("[ \\t\\r\\n]+");
  private static final int LETTERS_OF_A_GROUP = 4;

  private FileContentReader() {}

  /** {@code in} is what holds the content. */
  static FileContent read(Fields in) throws InvalidDocument {
    Fields content = in.object("content");
    List<String> given = WAYS.stream().filter(content::has).toList();
    if (given.size() != 1) {
      throw in.invalid(
          "content",
          "must have exactly one of "
              + String.join(", ", WAYS)
              + (given.isEmpty() ? ", has none" : ", has " + String.join(" and ", given)));
    }
    return switch (given.getFirst()) {
      case "inline" -> FileContent.inline(FileSpecReader.utf8Text(content, "inline"));
      case "base64" -> FileContent.inline(base64(content));
      case "artifact" -> artifact(content.object("artifact"));
      case "directory" -> directory(content.object("directory"));
      default -> new FileContent.Symlink(target(content));
    };
  }

  /** White space is passed over, since the tools that make base64 break its lines. */
  private static byte[] base64(Fields in) throws InvalidDocument {
    String letters = LINE_BREAKS.matcher(in.text("base64")).replaceAll("");
    try {
      if (letters.length() % LETTERS_OF_A_GROUP != 0) {
        throw new IllegalArgumentException("its length is not a multiple of 4; is '=' missing?");
      }
      return Base64.getDecoder().decode(letters);
    } catch (IllegalArgumentException e) {
      throw in.invalid("base64", "is not base64: " + e.getMessage());
    }
  }

  private static FileContent artifact(Fields in) throws InvalidDocument {
    String sha256 = in.text("sha256");
    if (!SHA256.matcher(sha256).matches()) {
      throw in.invalid("sha256", "must be 64 of 0-9 and a-f, is '" + sha256 + "'");
    }
    long size = in.integer("size");
    if (size < 0) {
      throw in.invalid("size", "must not be negative, is " + size);
    }
    return new FileContent.Artifact(sha256, size);
  }

  @SuppressWarnings("unused") // nothing is to be said of a directory, but it has to be an object
  private static FileContent directory(Fields in) {
    return new FileContent.Directory();
  }

  private static String target(Fields in) throws InvalidDocument {
    String target = FileSpecReader.utf8Text(in, "symlink");
    if (target.isEmpty()
        || FileSpecReader.bytes(target) > FileSpecReader.MAX_PATH
        || target.indexOf('\0') >= 0) {
      throw in.invalid("symlink", "must be a path of 1 to 4095 bytes, without NUL");
    }
    // Java would leave these out, and then never find what it asked for.
    if (target.contains("//") || (target.endsWith("/") && !target.equals("/"))) {
      throw in.invalid("symlink", "must be without '//' and '/' at the end, is '" + target + "'");
    }
    return target;
  }
}
