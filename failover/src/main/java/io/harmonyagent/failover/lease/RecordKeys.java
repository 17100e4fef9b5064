package io.harmonyagent.failover.lease;

import io.harmonyagent.failover.core.SiteId;
import java.util.regex.Pattern;

/** Where the records of one cluster are. */
final class RecordKeys {
  static final String BUCKET = "harmony_failover";
  static final String STREAM = "KV_" + BUCKET;

  private static final String ROOT = "$KV." + BUCKET + ".";
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]+");

  private final String prefix;

  RecordKeys(ClusterName cluster) {
    prefix = ROOT + cluster + ".";
  }

  /** Whether a site of this name can have a key of its own. */
  static boolean canName(SiteId site) {
    return TOKEN.matcher(site.value()).matches();
  }

  String state() {
    return prefix + "state";
  }

  String config() {
    return prefix + "config";
  }

  String event() {
    return prefix + "event";
  }

  String report(SiteId site) {
    if (!canName(site)) {
      throw new IllegalArgumentException(
          "a site id in the mesh has only A-Z, a-z, 0-9, '_' and '-', not '" + site + "'");
    }
    return prefix + "site." + site;
  }

  String all() {
    return prefix + ">";
  }

  boolean isReport(String subject) {
    return subject.startsWith(prefix + "site.");
  }
}
