package io.harmonyagent.core.manifest;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the spec of a File. */
final class FileSpecReader {
  private static final Pattern MODE = Pattern.compile("0?[0-7]{3}");
  private static final String DEFAULT_MODE = "0644";
  private static final String DEFAULT_MODE_OF_DIRECTORIES = "0755";
  private static final String HALF_A_LETTER = "holds half of a surrogate pair, which is no letter";
  static final int MAX_PATH = 4095;
  private static final int MAX_NAME = 255;

  private FileSpecReader() {}

  static FileSpec read(Fields in) throws InvalidDocument {
    String path = path(in);
    FileContent content = FileContentReader.read(in);
    return new FileSpec(
        path,
        mode(in, content),
        principal(in, "owner"),
        principal(in, "group"),
        content,
        in.flag("adopt", false),
        onDelete(in));
  }

  private static String path(Fields in) throws InvalidDocument {
    String path = utf8Text(in, "path");
    if (!path.startsWith("/") || path.equals("/")) {
      throw in.invalid("path", "must be the absolute path of a file, is '" + path + "'");
    }
    if (bytes(path) > MAX_PATH || path.indexOf('\0') >= 0) {
      throw in.invalid("path", "must be shorter than 4096 bytes and without NUL");
    }
    for (String name : path.substring(1).split("/", -1)) {
      if (name.isEmpty() || name.equals(".") || name.equals("..")) {
        throw in.invalid("path", "must be without '.', '..' and '//', is '" + path + "'");
      }
      if (bytes(name) > MAX_NAME) {
        throw in.invalid("path", "has a name of more than 255 bytes");
      }
    }
    return path;
  }

  /** A text that can be written down as UTF-8. */
  static String utf8Text(Fields in, String key) throws InvalidDocument {
    String text = in.text(key);
    if (!hasUtf8Form(text)) {
      throw in.invalid(key, HALF_A_LETTER);
    }
    return text;
  }

  /** JSON can name one half of a surrogate pair; as UTF-8 it would silently become another text. */
  static boolean hasUtf8Form(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static int mode(Fields in, FileContent content) throws InvalidDocument {
    Optional<String> given = in.optionalText("mode");
    if (content instanceof FileContent.Symlink) {
      if (given.isPresent()) {
        throw in.invalid("mode", "is not for a symbolic link, which has none of its own");
      }
      return FileSpec.MODE_OF_LINKS;
    }
    String mode =
        given.orElse(
            content instanceof FileContent.Directory ? DEFAULT_MODE_OF_DIRECTORIES : DEFAULT_MODE);
    if (!MODE.matcher(mode).matches()) {
      throw in.invalid("mode", "must be octal from \"0000\" to \"0777\", is \"" + mode + "\"");
    }
    return Integer.parseInt(mode, 8);
  }

  private static OnDelete onDelete(Fields in) throws InvalidDocument {
    String word = in.optionalText("on_delete").orElse(OnDelete.REMOVE.wireName());
    for (OnDelete policy : OnDelete.values()) {
      if (policy.wireName().equals(word)) {
        return policy;
      }
    }
    throw in.invalid("on_delete", "must be remove, keep or restore, is '" + word + "'");
  }

  private static Optional<String> principal(Fields in, String key) throws InvalidDocument {
    Optional<String> name = in.optionalText(key);
    // To the system -1 means "leave it as it is", so that it could never be found in place.
    if (name.isPresent() && (name.get().isBlank() || name.get().startsWith("-"))) {
      throw in.invalid(key, "must be a name or a number, is '" + name.get() + "'");
    }
    return name;
  }
}
