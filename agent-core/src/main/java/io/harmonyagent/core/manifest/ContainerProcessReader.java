package io.harmonyagent.core.manifest;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the part of a Container's spec that says what runs inside of it. */
final class ContainerProcessReader {
  private static final Pattern USER = Pattern.compile("[a-zA-Z0-9_.-]+(:[a-zA-Z0-9_.-]+)?");
  private static final Pattern CAPABILITY = Pattern.compile("(CAP_)?[A-Z][A-Z_]*");
  private static final String ALL = "ALL";

  private ContainerProcessReader() {}

  static ContainerProcess read(Fields in) throws InvalidDocument {
    Optional<String> user = in.optionalText("user");
    if (user.isPresent() && !USER.matcher(user.get()).matches()) {
      throw in.invalid("user", "must be like 1000, web or 1000:1000, is '" + user.get() + "'");
    }
    Optional<String> workdir = in.optionalText("workdir");
    if (workdir.isPresent() && !ContainerFilesReader.isPath(workdir.get())) {
      throw in.invalid("workdir", "must be an absolute path, is '" + workdir.get() + "'");
    }
    List<String> add = capabilities(in, "cap_add");
    List<String> drop = capabilities(in, "cap_drop");
    for (String capability : add) {
      if (drop.contains(capability)) {
        throw in.invalid("cap_drop", "drops " + capability + ", which cap_add adds");
      }
    }
    return new ContainerProcess(
        words(in, "command"), words(in, "args"), env(in), workdir, user, add, drop);
  }

  private static List<String> words(Fields in, String key) throws InvalidDocument {
    for (String word : in.texts(key)) {
      if (word.indexOf('\0') >= 0) {
        throw in.invalid(key, "holds NUL, which no argument can");
      }
    }
    return in.texts(key);
  }

  private static Map<String, String> env(Fields in) throws InvalidDocument {
    Map<String, String> env = in.textMap("env");
    for (Map.Entry<String, String> one : env.entrySet()) {
      String name = one.getKey();
      if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
        throw in.invalid("env", "has '" + name + "', which no variable can be called");
      }
      if (one.getValue().indexOf('\0') >= 0) {
        throw in.invalid("env", "has NUL in the value of '" + name + "', which no variable can");
      }
    }
    return env;
  }

  private static List<String> capabilities(Fields in, String key) throws InvalidDocument {
    List<String> capabilities = new ArrayList<>();
    for (String text : in.texts(key)) {
      if (!CAPABILITY.matcher(text).matches()) {
        throw in.invalid(key, "must be like NET_ADMIN or ALL, is '" + text + "'");
      }
      boolean whole = text.startsWith("CAP_") || text.equals(ALL);
      capabilities.add(whole ? text : "CAP_" + text);
    }
    return capabilities;
  }
}
