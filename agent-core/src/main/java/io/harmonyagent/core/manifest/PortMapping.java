package io.harmonyagent.core.manifest;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A port of the device that leads to one of a container.
 *
 * @param hostIp the device's address; empty: all of them
 */
public record PortMapping(String hostIp, int hostPort, int containerPort, String protocol) {
  private static final Pattern FORM =
      Pattern.compile(
          "(?:([0-9]{1,3}(?:\\.[0-9]{1,3}){3}|\\[[0-9a-fA-F:]+\\]):)?"
              + "([0-9]{1,5}):([0-9]{1,5})(?:/(tcp|udp))?");
  static final String RULE = "must be like 8080:80, 8080:80/udp or 127.0.0.1:8080:80/tcp";

  static Optional<PortMapping> parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    String ip = form.group(1) == null ? "" : form.group(1).replaceAll("[\\[\\]]", "");
    int host = Integer.parseInt(form.group(2));
    int container = Integer.parseInt(form.group(3));
    boolean exist = isPort(host) && isPort(container) && hasOctets(ip);
    return exist
        ? Optional.of(
            new PortMapping(ip, host, container, form.group(4) == null ? "tcp" : form.group(4)))
        : Optional.empty();
  }

  private static boolean isPort(int number) {
    return number >= 1 && number <= 65535;
  }

  private static boolean hasOctets(String ip) {
    if (ip.isEmpty() || ip.indexOf(':') >= 0) {
      return true;
    }
    for (String octet : ip.split("\\.", -1)) {
      if (Integer.parseInt(octet) > 255) {
        return false;
      }
    }
    return true;
  }
}
