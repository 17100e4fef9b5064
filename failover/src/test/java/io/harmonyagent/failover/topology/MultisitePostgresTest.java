package io.harmonyagent.failover.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.document.YamlReader;
import io.harmonyagent.core.manifest.PostgresSiteJson;
import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.core.FailbackMode;
import io.harmonyagent.failover.core.ReplicationMode;
import io.harmonyagent.failover.core.SiteId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One document, and what it means for both sites. */
class MultisitePostgresTest {
  private static final Path EXAMPLE = Path.of("../examples/multisite-postgres.yaml");
  private static final Path SCHEMA = Path.of("../docs/schema/multisite-postgres.schema.json");

  @Test
  void the_example_makes_two_sites_that_name_each_other() throws Exception {
    MultisitePostgres example = example("");
    List<PostgresSiteSpec> sites = List.copyOf(example.plan().sites().values());

    assertThat(sites).extracting(PostgresSiteSpec::site).containsExactly("site-shop", "site-barn");
    assertThat(sites.get(0).peer())
        .isEqualTo(new PostgresSiteSpec.Peer("site-barn", "pi-barn.example", 5432));
    assertThat(sites.get(1).peer())
        .isEqualTo(new PostgresSiteSpec.Peer("site-shop", "pi-shop.example", 5432));
    assertThat(sites).allSatisfy(site -> assertThat(site.debianCluster()).contains("main"));
  }

  @Test
  void the_example_is_safe_and_its_timings_are_the_defaults() throws Exception {
    ClusterConfig config = example("").plan().config();
    String text = Files.readString(EXAMPLE);
    String withoutTimings = text.substring(0, text.indexOf("timings:"));

    assertThat(example("").plan().problems()).isEmpty();
    assertThat(read(withoutTimings).plan().config()).isEqualTo(config);
    assertThat(config.primarySiteId()).isEqualTo(new SiteId("site-shop"));
    assertThat(config.replication()).isEqualTo(ReplicationMode.SYNC);
    assertThat(config.failback()).isEqualTo(FailbackMode.MANUAL);
  }

  @Test
  void what_is_made_for_a_device_is_read_there_as_it_was_meant() throws Exception {
    for (PostgresSiteSpec spec : example("").plan().sites().values()) {
      Fields written = Reading.start().root(PostgresSiteJson.write(spec).node());
      assertThat(PostgresSiteJson.read(written)).isEqualTo(spec);
    }
  }

  @Test
  void an_unsafe_document_is_told_with_both_sides_of_the_inequality() throws Exception {
    MultisitePostgres unsafe =
        read(Files.readString(EXAMPLE).replace("failover_timeout: 5s", "failover_timeout: 4s"));

    assertThat(unsafe.plan().problems())
        .singleElement()
        .asString()
        .contains("failover_timeout 4000 ms < 5000 ms = (2+1)·1000 + 1500 + 500");
    assertThat(new ConfigReview(Optional.empty(), unsafe.plan().config()).inequality())
        .contains("4000 ms < 5000 ms");
  }

  @Test
  void a_change_is_shown_field_by_field_and_a_cluster_keeps_its_sites() throws Exception {
    ClusterConfig before = example("").plan().config();
    ClusterConfig after = before.withPaused(true);
    ClusterConfig others =
        read(Files.readString(EXAMPLE).replace("site: site-barn", "site: site-sea"))
            .plan()
            .config();

    assertThat(new ConfigReview(Optional.of(before), after).differences())
        .containsExactly("- paused: false", "+ paused: true");
    assertThat(new ConfigReview(Optional.of(before), before).differences()).isEmpty();
    assertThat(new ConfigReview(Optional.of(before), others).problems())
        .singleElement()
        .asString()
        .contains("keeps its two sites");
  }

  @Test
  void what_is_misspelt_or_would_be_refused_on_a_device_is_refused_here() throws Exception {
    String example = Files.readString(EXAMPLE);
    assertThatThrownBy(() -> read(example + "failbak: auto\n")).isInstanceOf(InvalidDocument.class);
    assertThatThrownBy(() -> read(example.replace("version: \"15\"", "version: \"9\"")))
        .isInstanceOf(InvalidDocument.class);
    assertThatThrownBy(() -> read(example.replace("host: pi-barn.example", "host: 10.0.0.1")))
        .isInstanceOf(InvalidDocument.class);
    assertThatThrownBy(() -> read(example.replace("agent: pi-barn", "agent: pi-shop")))
        .isInstanceOf(InvalidDocument.class);
    // The name of its replication slot would have more than PostgreSQL's 63 characters.
    assertThatThrownBy(() -> read(example.replace("site: site-barn", "site: " + "x".repeat(56))))
        .hasMessageContaining("1 to 55");
  }

  @Test
  void the_schema_has_every_field_of_the_example_and_no_other_at_its_top() throws Exception {
    Node.Mapping example =
        (Node.Mapping) new YamlReader().read(Files.readString(EXAMPLE), "example");
    Node.Mapping schema =
        (Node.Mapping) new JsonReader().read(Files.readAllBytes(SCHEMA), "schema");
    Set<String> known =
        ((Node.Mapping) Optional.ofNullable(schema.entries().get("properties")).orElseThrow())
            .entries()
            .keySet();

    assertThat(known).containsAll(example.entries().keySet());
    assertThat(known).hasSize(example.entries().size() + 2).contains("storage_path", "port");
  }

  /** A second capability is a second interface like PostgresTarget; the pair stays the same. */
  @Test
  void a_pair_of_anything_that_can_run_postgres_is_a_failover() throws Exception {
    record Shed(SiteId site, PostgresSiteSpec.Tls tls) implements PostgresTarget {
      @Override
      public PostgresSiteSpec.Peer asPeer(PostgresIntent intent) {
        return new PostgresSiteSpec.Peer(site.value(), site + ".example", intent.port());
      }

      @Override
      public PostgresSiteSpec postgres(PostgresIntent intent, PostgresTarget other) {
        return new PostgresSiteSpec(
            intent.name(),
            site.value(),
            other.asPeer(intent),
            intent.version(),
            intent.storagePath(),
            intent.debianCluster(),
            intent.port(),
            List.of("*"),
            intent.allow(),
            tls,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
      }
    }
    PostgresSiteSpec.Tls tls = new PostgresSiteSpec.Tls("/a", "/b", "/c");
    Failover<Shed> sheds =
        new Failover<>(new Shed(new SiteId("a"), tls), new Shed(new SiteId("b"), tls));
    MultisitePostgres example = example("");

    PostgresFailover.Plan<Shed> plan =
        PostgresFailover.plan(sheds, example.intent(), example.policy());

    assertThat(plan.sites().firstEntry().getValue().peer().host()).isEqualTo("b.example");
    assertThat(plan.config().replicaSiteId()).isEqualTo(new SiteId("b"));
  }

  private static MultisitePostgres example(String more) throws Exception {
    return read(Files.readString(EXAMPLE) + more);
  }

  private static MultisitePostgres read(String yaml) throws InvalidDocument {
    return MultisitePostgres.read(new YamlReader().read(yaml, "example"));
  }
}
