package io.harmonyagent.core.manifest;

import java.util.regex.Pattern;

/**
 * A resource's identity in its manifest, the same across generations.
 *
 * <p>Equality is written out: what the compiler would generate runs far slower in a native image
 * (adr/0004), and this is asked for with every look at every resource.
 */
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

  @Override
  public boolean equals(Object other) {
    return this == other || (other instanceof ResourceId that && value.equals(that.value));
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }
}
