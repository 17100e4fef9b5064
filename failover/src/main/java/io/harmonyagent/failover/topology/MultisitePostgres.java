package io.harmonyagent.failover.topology;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.Node;

/** A document of the kind MultisitePostgres: a PostgreSQL, and the two devices that share it. */
public record MultisitePostgres(
    PostgresIntent intent, Failover<PiTarget> sites, PostgresFailover.Policy policy) {
  public static final String KIND = "MultisitePostgres";

  public static boolean isOne(Node document) {
    return document instanceof Node.Mapping mapping
        && mapping.entries().get("kind") instanceof Node.Text(var _, String kind)
        && kind.equals(KIND);
  }

  public static MultisitePostgres read(Node document) throws InvalidDocument {
    return MultisitePostgresReader.read(document);
  }

  public PostgresFailover.Plan<PiTarget> plan() {
    return PostgresFailover.plan(sites, intent, policy);
  }
}
