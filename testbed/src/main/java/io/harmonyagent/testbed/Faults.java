package io.harmonyagent.testbed;

import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;

/** Which ways are cut, as a value, and the firewall rules of the hub's bridge that make it so. */
final class Faults {
  private record Way(String from, String to) {}

  private final Set<Way> cuts = new HashSet<>();
  private final Set<String> isolated = new HashSet<>();

  void cut(String from, String to) {
    cuts.add(new Way(from, to));
  }

  void isolate(String member) {
    isolated.add(member);
  }

  void heal(String member) {
    cuts.removeIf(way -> way.from().equals(member) || way.to().equals(member));
    isolated.remove(member);
  }

  void heal() {
    cuts.clear();
    isolated.clear();
  }

  /** The whole table, to be loaded in one transaction over whatever stood there before. */
  String ruleset() {
    StringBuilder rules = new StringBuilder();
    isolated.stream()
        .sorted()
        .forEach(
            member -> {
              rules.append("    iifname %s drop%n".formatted(ports(member)));
              rules.append("    oifname %s drop%n".formatted(ports(member)));
            });
    cuts.stream()
        .sorted(Comparator.comparing(Way::from).thenComparing(Way::to))
        .forEach(
            way ->
                rules.append(
                    "    iifname %s oifname %s drop%n"
                        .formatted(ports(way.from()), ports(way.to()))));
    return """
    table bridge faults
    delete table bridge faults
    table bridge faults {
      chain forward {
        type filter hook forward priority 0; policy accept;
    %s  }
    }
    """
        .formatted(rules);
  }

  /** A member's cable, or the end of the slow line that stands in for it. */
  private static String ports(String member) {
    return "{ \"v-%s\", \"w-%s\" }".formatted(member, member);
  }
}
