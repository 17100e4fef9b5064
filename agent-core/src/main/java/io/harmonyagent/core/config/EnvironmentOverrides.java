package io.harmonyagent.core.config;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Place;
import io.harmonyagent.core.document.Pointer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * Variables {@code HARMONY_…} stand for the configuration's keys; lists are separated by commas.
 */
final class EnvironmentOverrides {
  private static final String PREFIX = "HARMONY_";

  private static final Map<String, List<String>> KEYS =
      Map.ofEntries(
          Map.entry("HARMONY_AGENT_ID", List.of("agent_id")),
          Map.entry("HARMONY_PASS_INTERVAL", List.of("pass_interval")),
          Map.entry("HARMONY_DEADLINE", List.of("deadline")),
          Map.entry("HARMONY_HEARTBEAT_INTERVAL", List.of("heartbeat_interval")),
          Map.entry("HARMONY_LOG_LEVEL", List.of("log_level")),
          Map.entry("HARMONY_PODMAN_SOCKET", List.of("podman", "socket")),
          Map.entry("HARMONY_IMAGES_KEEP_UNUSED", List.of("images", "keep_unused")),
          Map.entry("HARMONY_TRUST_DIRECTORY", List.of("trust", "directory")),
          Map.entry("HARMONY_UPDATE_RATE", List.of("update", "rate")),
          Map.entry("HARMONY_UPDATE_PROVE_WITHIN", List.of("update", "prove_within")),
          Map.entry("HARMONY_NATS_CREDENTIALS", List.of("nats", "credentials")),
          Map.entry("HARMONY_NATS_NKEY", List.of("nats", "nkey")),
          Map.entry("HARMONY_NATS_TLS_CA", List.of("nats", "tls", "ca")),
          Map.entry("HARMONY_NATS_TLS_CERT", List.of("nats", "tls", "cert")),
          Map.entry("HARMONY_NATS_TLS_KEY", List.of("nats", "tls", "key")));

  private static final Map<String, List<String>> FLAGS =
      Map.of(
          "HARMONY_EVENTS",
          List.of("events"),
          "HARMONY_TRUST_UNSIGNED_MANIFESTS",
          List.of("trust", "unsigned_manifests"));

  private static final String SERVERS = "HARMONY_NATS_SERVERS";

  private EnvironmentOverrides() {}

  static Node read(Map<String, String> environment) throws InvalidDocument {
    SequencedMap<String, Node> root = new LinkedHashMap<>();
    for (Map.Entry<String, String> variable : new TreeMap<>(environment).entrySet()) {
      String name = variable.getKey();
      if (!name.startsWith(PREFIX)) {
        continue;
      }
      Place place = new Place("environment variable " + name, 0, 0);
      if (name.equals(SERVERS)) {
        put(root, List.of("nats", "servers"), list(variable.getValue(), place), place);
      } else if (KEYS.containsKey(name)) {
        put(root, KEYS.get(name), new Node.Text(place, variable.getValue()), place);
      } else if (FLAGS.containsKey(name)) {
        put(root, FLAGS.get(name), flag(variable.getValue(), place), place);
      } else {
        throw new InvalidDocument(Pointer.ROOT, place, "is not a variable that we know");
      }
    }
    return new Node.Mapping(new Place("environment", 0, 0), root);
  }

  private static void put(
      SequencedMap<String, Node> root, List<String> path, Node value, Place place) {
    SequencedMap<String, Node> at = root;
    for (String key : path.subList(0, path.size() - 1)) {
      Node child = at.computeIfAbsent(key, _ -> new Node.Mapping(place, new LinkedHashMap<>()));
      at = ((Node.Mapping) child).entries();
    }
    at.put(path.getLast(), value);
  }

  private static Node flag(String value, Place place) {
    return switch (value) {
      case "true" -> new Node.Flag(place, true);
      case "false" -> new Node.Flag(place, false);
      default -> new Node.Text(place, value);
    };
  }

  private static Node list(String value, Place place) {
    return new Node.Sequence(
        place,
        Arrays.stream(value.split(",", -1))
            .<Node>map(item -> new Node.Text(place, item.strip()))
            .toList());
  }
}
