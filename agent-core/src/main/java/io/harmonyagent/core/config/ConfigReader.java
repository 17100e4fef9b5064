package io.harmonyagent.core.config;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.manifest.AgentId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Turns the merged document into the configuration. A key that nobody knows is an error. */
final class ConfigReader {
  private static final Pattern SERVER = Pattern.compile("(nats|tls)://[^/@\\s]+");
  private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");

  private static final Path PODMAN = Path.of("/run/podman/podman.sock");
  private static final Duration KEEP_UNUSED = Duration.ofDays(7);
  private static final Path TRUST = Path.of("/etc/harmony-agent/trust");
  private static final Pattern RATE = Pattern.compile("([0-9]{1,6})(Ki|Mi)");
  private static final long KIBI = 1024;
  private static final long UPDATE_RATE_BYTES = 2 * KIBI * KIBI;
  private static final Duration PROVE_WITHIN = Duration.ofSeconds(90);
  private static final Duration PROVE_WITHIN_AT_LEAST = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofDays(365);

  private ConfigReader() {}

  static AgentConfig read(Node document) throws InvalidDocument {
    Reading reading = Reading.start();
    AgentConfig config = read(document, reading);
    List<Reading.Unread> unread = reading.unread();
    if (!unread.isEmpty()) {
      Reading.Unread first = unread.getFirst();
      throw new InvalidDocument(first.pointer(), first.place(), "is not a key that we know");
    }
    return config;
  }

  /** Passes over keys that nobody knows; {@code reading} has them afterwards. */
  static AgentConfig read(Node document, Reading reading) throws InvalidDocument {
    Fields in = reading.root(document);
    Optional<Fields> mesh = in.optionalObject("nats");
    return new AgentConfig(
        agentId(in),
        mesh.isEmpty() ? Optional.empty() : Optional.of(mesh(mesh.get())),
        podman(in),
        images(in),
        trust(in),
        update(in),
        duration(in, "pass_interval", Duration.ofSeconds(60)),
        in.flag("events", true),
        duration(in, "deadline", Duration.ofSeconds(30)),
        duration(in, "heartbeat_interval", Duration.ofSeconds(30)),
        logLevel(in));
  }

  private static AgentConfig.Podman podman(Fields in) throws InvalidDocument {
    Optional<Fields> podman = in.optionalObject("podman");
    Optional<Path> socket = podman.isEmpty() ? Optional.empty() : path(podman.get(), "socket");
    return new AgentConfig.Podman(socket.orElse(PODMAN));
  }

  private static AgentConfig.Images images(Fields in) throws InvalidDocument {
    Optional<Fields> images = in.optionalObject("images");
    return new AgentConfig.Images(
        images.isEmpty() ? KEEP_UNUSED : duration(images.get(), "keep_unused", KEEP_UNUSED));
  }

  private static AgentConfig.Trust trust(Fields in) throws InvalidDocument {
    Optional<Fields> trust = in.optionalObject("trust");
    return trust.isEmpty()
        ? new AgentConfig.Trust(TRUST, false)
        : new AgentConfig.Trust(
            path(trust.get(), "directory").orElse(TRUST),
            trust.get().flag("unsigned_manifests", false));
  }

  private static AgentConfig.Update update(Fields in) throws InvalidDocument {
    Optional<Fields> update = in.optionalObject("update");
    return update.isEmpty()
        ? new AgentConfig.Update(UPDATE_RATE_BYTES, PROVE_WITHIN)
        : new AgentConfig.Update(rate(update.get()), proveWithin(update.get()));
  }

  /** In less no build could start, hear from the mesh and be heard, and each would be condemned. */
  private static Duration proveWithin(Fields in) throws InvalidDocument {
    Duration limit = duration(in, "prove_within", PROVE_WITHIN);
    if (limit.compareTo(PROVE_WITHIN_AT_LEAST) < 0) {
      throw in.invalid(
          "prove_within", "must be at least " + PROVE_WITHIN_AT_LEAST.toSeconds() + "s");
    }
    return limit;
  }

  private static long rate(Fields in) throws InvalidDocument {
    Optional<String> text = in.optionalText("rate");
    if (text.isEmpty()) {
      return UPDATE_RATE_BYTES;
    }
    Matcher form = RATE.matcher(text.get());
    if (!form.matches() || Long.parseLong(form.group(1)) == 0) {
      throw in.invalid("rate", "must be bytes a second like 256Ki or 2Mi, is '" + text.get() + "'");
    }
    return Long.parseLong(form.group(1)) * (form.group(2).equals("Ki") ? KIBI : KIBI * KIBI);
  }

  private static Optional<AgentId> agentId(Fields in) throws InvalidDocument {
    Optional<String> id = in.optionalText("agent_id");
    if (id.isPresent() && !AgentId.isValid(id.get())) {
      throw in.invalid("agent_id", "must be " + AgentId.RULE + ", is '" + id.get() + "'");
    }
    return id.map(AgentId::new);
  }

  static MeshConfig mesh(Fields in) throws InvalidDocument {
    List<String> servers = in.texts("servers");
    if (servers.isEmpty()) {
      throw in.invalid("servers", "must name at least one server, like tls://mesh.example:4222");
    }
    for (String server : servers) {
      if (!SERVER.matcher(server).matches()) {
        throw in.invalid(
            "servers",
            "must be like tls://host:port (or nats://host:port for a connection without TLS), is '"
                + withoutPassword(server)
                + "'");
      }
    }
    Optional<Path> credentials = path(in, "credentials");
    Optional<Path> nkey = path(in, "nkey");
    if (credentials.isPresent() && nkey.isPresent()) {
      throw in.invalid("nkey", "cannot stand beside 'credentials'; give one of them");
    }
    return new MeshConfig(servers, tls(in, servers), credentials, nkey);
  }

  /** The complaint goes to the log, and over the mesh. */
  private static String withoutPassword(String server) {
    return server.replaceFirst("//.*@", "//…@");
  }

  private static Optional<MeshConfig.Tls> tls(Fields in, List<String> servers)
      throws InvalidDocument {
    boolean encrypted = servers.getFirst().startsWith("tls://");
    for (String server : servers) {
      if (server.startsWith("tls://") != encrypted) {
        throw in.invalid("servers", "mixes tls:// with nats://; a fallback to plain is no TLS");
      }
    }
    Optional<Fields> tls = in.optionalObject("tls");
    if (!encrypted) {
      if (tls.isPresent()) {
        throw in.invalid("tls", "has no meaning with nats:// servers; make them tls://");
      }
      return Optional.empty();
    }
    if (tls.isEmpty()) {
      return Optional.of(new MeshConfig.Tls(Optional.empty(), Optional.empty()));
    }
    Optional<Path> certificate = path(tls.get(), "cert");
    Optional<Path> key = path(tls.get(), "key");
    if (certificate.isPresent() != key.isPresent()) {
      throw tls.get()
          .invalid(certificate.isPresent() ? "cert" : "key", "needs both 'cert' and 'key'");
    }
    return Optional.of(
        new MeshConfig.Tls(
            path(tls.get(), "ca"),
            certificate.map(c -> new MeshConfig.Identity(c, key.orElseThrow()))));
  }

  private static Optional<Path> path(Fields in, String key) throws InvalidDocument {
    Optional<String> text = in.optionalText(key);
    if (text.isPresent() && text.get().indexOf('\0') >= 0) {
      throw in.invalid(key, "must be a path, and none holds a NUL character");
    }
    if (text.isPresent() && !text.get().startsWith("/")) {
      throw in.invalid(key, "must be an absolute path, is '" + text.get() + "'");
    }
    return text.map(Path::of);
  }

  private static Duration duration(Fields in, String key, Duration whenAbsent)
      throws InvalidDocument {
    Optional<String> text = in.optionalText(key);
    if (text.isEmpty()) {
      return whenAbsent;
    }
    Matcher form = DURATION.matcher(text.get());
    if (!form.matches() || Long.parseLong(form.group(1)) == 0) {
      throw in.invalid(key, "must be like 250ms, 30s, 5m or 1h, is '" + text.get() + "'");
    }
    long count = Long.parseLong(form.group(1));
    Duration duration =
        switch (form.group(2)) {
          case "ms" -> Duration.ofMillis(count);
          case "s" -> Duration.ofSeconds(count);
          case "m" -> Duration.ofMinutes(count);
          default -> Duration.ofHours(count);
        };
    if (duration.compareTo(LONGEST) > 0) {
      throw in.invalid(key, "must be at most a year, is '" + text.get() + "'");
    }
    return duration;
  }

  private static AgentConfig.LogLevel logLevel(Fields in) throws InvalidDocument {
    String level = in.optionalText("log_level").orElse("info");
    for (AgentConfig.LogLevel known : AgentConfig.LogLevel.values()) {
      if (known.name().toLowerCase(Locale.ROOT).equals(level)) {
        return known;
      }
    }
    String all =
        Arrays.stream(AgentConfig.LogLevel.values())
            .map(l -> l.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
    throw in.invalid("log_level", "must be one of " + all + ", is '" + level + "'");
  }
}
