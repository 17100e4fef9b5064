package io.harmonyagent.core.manifest;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the spec of a PostgresSite. What it lets through is safe in a configuration file. */
final class PostgresSiteSpecReader {
  private static final Pattern CLUSTER = Pattern.compile("[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?");

  /** PostgreSQL's names have 63 characters at most, and the slot of a site has it in its own. */
  private static final Pattern SITE = Pattern.compile("[A-Za-z0-9_-]{1,55}");

  private static final String SITE_WORDS = "1 to 55 of A-Z, a-z, 0-9, '_' and '-'";
  private static final Pattern VERSION = Pattern.compile("1[5-9]");
  private static final Pattern DEBIAN_CLUSTER = Pattern.compile("[a-z0-9][a-z0-9_]{0,39}");
  private static final Pattern PATH = Pattern.compile("(?!.*/\\.{1,2}(/|$))(/[A-Za-z0-9_+.@-]+)+");
  private static final String PATH_WORDS =
      "an absolute path of A-Z, a-z, 0-9 and _ + . @ -, without '.' and '..'";
  private static final Pattern HOST =
      Pattern.compile(
          "(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?"
              + "(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*");
  private static final Pattern LISTEN = Pattern.compile("\\*|[A-Za-z0-9.:-]{1,253}");
  private static final Pattern NETWORK = Pattern.compile("[0-9A-Fa-f.:]{2,45}/[0-9]{1,3}");
  private static final Pattern ALL_DIGITS = Pattern.compile("[0-9.]+");
  private static final Pattern HTTP =
      Pattern.compile("(\\[[0-9A-Fa-f:]{2,45}]|[0-9.]{7,15}|\\*):([1-9][0-9]{0,4})");
  private static final int DEFAULT_PORT = 5432;
  private static final int MOST_PORTS = 65_535;
  private static final long SMALLEST_MEMORY = 64L << 20;
  private static final long MOST_CPUS = 1024;

  private PostgresSiteSpecReader() {}

  static PostgresSiteSpec read(Fields in) throws InvalidDocument {
    int port = port(in, "port");
    Optional<String> directory = optional(in, "data_directory", PATH, PATH_WORDS);
    Optional<String> debian = optional(in, "debian_cluster", DEBIAN_CLUSTER, "a name such as main");
    if (directory.isPresent() == debian.isPresent()) {
      throw in.invalid("data_directory", "or debian_cluster: give one of the two");
    }
    PostgresSiteSpec.Peer peer = peer(in.object("peer"));
    String site = matching(in, "site", SITE, SITE_WORDS);
    if (peer.site().equals(site)) {
      throw in.invalid("peer", "is this site itself, '" + site + "'");
    }
    return new PostgresSiteSpec(
        matching(in, "cluster", CLUSTER, "1 to 40 of a-z, 0-9 and '-', not '-' at its ends"),
        site,
        peer,
        matching(in, "version", VERSION, "a major version from 15 to 19, as a text"),
        directory,
        debian,
        port,
        listen(in),
        allow(in),
        tls(in.object("tls")),
        http(in),
        SpecValues.size(in, "memory", SMALLEST_MEMORY),
        SpecValues.thousandths(in, "cpus", MOST_CPUS));
  }

  private static PostgresSiteSpec.Peer peer(Fields in) throws InvalidDocument {
    String host = matching(in, "host", HOST, "a host name");
    if (ALL_DIGITS.matcher(host).matches()) {
      throw in.invalid(
          "host", "must be a name that stands in the other site's certificate, is an address");
    }
    return new PostgresSiteSpec.Peer(
        matching(in, "site", SITE, SITE_WORDS), host, port(in, "port"));
  }

  private static PostgresSiteSpec.Tls tls(Fields in) throws InvalidDocument {
    return new PostgresSiteSpec.Tls(
        matching(in, "ca", PATH, PATH_WORDS),
        matching(in, "certificate", PATH, PATH_WORDS),
        matching(in, "key", PATH, PATH_WORDS));
  }

  private static List<String> listen(Fields in) throws InvalidDocument {
    List<String> addresses = in.texts("listen");
    for (String address : addresses) {
      check(in, "listen", address, LISTEN, "addresses or *");
    }
    return addresses.isEmpty() ? List.of("*") : addresses;
  }

  private static List<String> allow(Fields in) throws InvalidDocument {
    List<String> networks = in.texts("allow");
    for (String network : networks) {
      check(in, "allow", network, NETWORK, "networks such as 10.0.0.0/8 or fd00::/8");
    }
    return networks;
  }

  static Optional<PostgresSiteSpec.HttpAddress> http(Fields in) throws InvalidDocument {
    Optional<String> text =
        optional(
            in,
            "http",
            HTTP,
            "an address and a port, such as 127.0.0.1:8008, [::1]:8008 or *:8008");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    int colon = text.get().lastIndexOf(':');
    int port = Integer.parseInt(text.get().substring(colon + 1));
    if (port > MOST_PORTS) {
      throw in.invalid("http", "has the port " + port + ", and ports are 1 to " + MOST_PORTS);
    }
    return Optional.of(new PostgresSiteSpec.HttpAddress(text.get().substring(0, colon), port));
  }

  private static int port(Fields in, String key) throws InvalidDocument {
    long port = in.optionalInteger(key).orElse((long) DEFAULT_PORT);
    if (port < 1 || port > MOST_PORTS) {
      throw in.invalid(key, "must be from 1 to " + MOST_PORTS + ", is " + port);
    }
    return (int) port;
  }

  private static String matching(Fields in, String key, Pattern form, String words)
      throws InvalidDocument {
    String text = in.text(key);
    check(in, key, text, form, words);
    return text;
  }

  private static Optional<String> optional(Fields in, String key, Pattern form, String words)
      throws InvalidDocument {
    return in.has(key) ? Optional.of(matching(in, key, form, words)) : Optional.empty();
  }

  private static void check(Fields in, String key, String text, Pattern form, String words)
      throws InvalidDocument {
    if (!form.matcher(text).matches()) {
      throw in.invalid(key, "must be " + words + ", is '" + text + "'");
    }
  }
}
