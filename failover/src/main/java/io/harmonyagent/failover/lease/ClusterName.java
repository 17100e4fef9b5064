package io.harmonyagent.failover.lease;

import java.util.regex.Pattern;

/** The name of a failover cluster, as it stands in keys and unit names. */
public record ClusterName(String value) {
  private static final Pattern RIGHT = Pattern.compile("[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?");

  public ClusterName {
    if (!RIGHT.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "a cluster's name has 1 to 40 of a-z, 0-9 and '-', not at its ends; not '" + value + "'");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
