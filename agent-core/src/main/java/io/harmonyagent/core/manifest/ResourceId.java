package io.harmonyagent.core.manifest;

import java.util.regex.Pattern;

/** A resource's identity in its manifest, the same across generations. */
public record ResourceId(String value) implements Comparable<ResourceId> {
  private static final Pattern FORM = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
  public static final String RULE =
      "1 to 63 of a-z, 0-9 and '-', neither beginning nor ending with '-'";

  public ResourceId {
    if (!isValid(value)) {
      throw new IllegalArgumentException("resource id '" + value + "' is not " + RULE);
    }
  }

  public static boolean isValid(String value) {
    return FORM.matcher(value).matches();
  }

  @Override
  public int compareTo(ResourceId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
