package io.harmonyagent.failover.topology;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.PostgresSiteJson;
import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.core.manifest.SpecValues;
import io.harmonyagent.failover.core.FailbackMode;
import io.harmonyagent.failover.core.ReplicationMode;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.core.Timing;
import io.harmonyagent.failover.lease.Words;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Reads a MultisitePostgres. A field that nobody knows is a mistake: this is a file that a person
 * wrote, and what is passed over here would be believed to be in force.
 */
final class MultisitePostgresReader {
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final int DEFAULT_PORT = 5432;
  private static final long DEFAULT_LAG_BYTES = 16L << 20;

  private MultisitePostgresReader() {}

  static MultisitePostgres read(Node document) throws InvalidDocument {
    Reading reading = Reading.start();
    Fields root = reading.root(document);
    root.text("kind");
    PostgresIntent intent = intent(root);
    Failover<PiTarget> sites = new Failover<>(site(root, "primary"), site(root, "replica"));
    rejectTheSame(root, sites);
    MultisitePostgres read = new MultisitePostgres(intent, sites, policy(root));
    for (Reading.Unread unread : reading.unread()) {
      throw new InvalidDocument(unread.pointer(), unread.place(), "is not known; is it misspelt?");
    }
    // Whatever the kind PostgresSite would refuse on the devices is refused here already.
    for (PostgresSiteSpec spec : read.plan().sites().values()) {
      PostgresSiteSpec unused =
          PostgresSiteJson.read(Reading.start().root(PostgresSiteJson.write(spec).node()));
    }
    return read;
  }

  private static PostgresIntent intent(Fields root) throws InvalidDocument {
    Optional<Fields> resources = root.optionalObject("resources");
    return new PostgresIntent(
        root.text("name"),
        root.text("version"),
        root.optionalText("storage_path"),
        root.optionalText("debian_cluster"),
        port(root),
        root.texts("allow"),
        resources.isEmpty() ? Optional.empty() : SpecValues.size(resources.get(), "memory", 1),
        resources.isEmpty()
            ? Optional.empty()
            : SpecValues.thousandths(resources.get(), "cpus", 1024));
  }

  private static PiTarget site(Fields root, String key) throws InvalidDocument {
    Fields in = root.object(key);
    String agent = in.text("agent");
    if (!AgentId.isValid(agent)) {
      throw in.invalid("agent", "must be " + AgentId.RULE + ", is '" + agent + "'");
    }
    Optional<String> site = in.optionalText("site");
    List<String> listen = in.texts("listen");
    Fields tls = in.has("tls") ? in.object("tls") : root.object("tls");
    return new PiTarget(
        site.isPresent() ? Words.site(in, "site") : new SiteId(agent),
        new AgentId(agent),
        in.text("host"),
        listen.isEmpty() ? List.of("*") : listen,
        new PostgresSiteSpec.Tls(tls.text("ca"), tls.text("certificate"), tls.text("key")),
        in.has("http") ? PostgresSiteJson.http(in) : PostgresSiteJson.http(root));
  }

  private static void rejectTheSame(Fields root, Failover<PiTarget> sites) throws InvalidDocument {
    PiTarget primary = sites.primary();
    PiTarget replica = sites.replica();
    if (primary.site().equals(replica.site()) || primary.agent().equals(replica.agent())) {
      throw root.invalid("replica", "is the primary itself; two sites need two devices");
    }
  }

  private static PostgresFailover.Policy policy(Fields root) throws InvalidDocument {
    return new PostgresFailover.Policy(
        timing(root.optionalObject("timings")),
        root.has("replication")
            ? Words.read(root, "replication", ReplicationMode.values())
            : ReplicationMode.SYNC,
        root.has("failback")
            ? Words.read(root, "failback", FailbackMode.values())
            : FailbackMode.MANUAL,
        SpecValues.size(root, "max_lag", 0).orElse(DEFAULT_LAG_BYTES));
  }

  /** The defaults keep the inequality with room to spare, over networks that are not the best. */
  private static Timing timing(Optional<Fields> given) throws InvalidDocument {
    Fields in = given.isPresent() ? given.get() : Reading.start().root(new JsonObject().node());
    return new Timing(
        SpecValues.time(in, "heartbeat_timeout", Duration.ofSeconds(1), LONGEST).toMillis(),
        in.has("failure_threshold") ? Words.smallInteger(in, "failure_threshold") : 2,
        in.has("success_threshold") ? Words.smallInteger(in, "success_threshold") : 3,
        SpecValues.time(in, "failover_timeout", Duration.ofSeconds(5), LONGEST).toMillis(),
        SpecValues.time(in, "safety_margin", Duration.ofMillis(500), LONGEST).toMillis(),
        SpecValues.time(in, "fence_timeout", Duration.ofMillis(1_500), LONGEST).toMillis());
  }

  private static int port(Fields root) throws InvalidDocument {
    return root.has("port") ? Words.smallInteger(root, "port") : DEFAULT_PORT;
  }
}
