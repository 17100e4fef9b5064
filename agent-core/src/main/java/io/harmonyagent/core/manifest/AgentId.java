package io.harmonyagent.core.manifest;

import java.util.regex.Pattern;

/** The name of one device on the mesh. It is part of subjects and keys, so its letters are few. */
public record AgentId(String value) {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9_-]{0,62})");
  public static final String RULE =
      "1 to 63 letters, digits, '-' or '_', beginning with a letter or digit";

  public AgentId {
    if (!isValid(value)) {
      throw new IllegalArgumentException("agent id '" + value + "' is not " + RULE);
    }
  }

  public static boolean isValid(String value) {
    return FORM.matcher(value).matches();
  }

  @Override
  public String toString() {
    return value;
  }
}
