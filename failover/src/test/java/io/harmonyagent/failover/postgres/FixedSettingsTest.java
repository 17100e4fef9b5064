package io.harmonyagent.failover.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.failover.core.SiteId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class FixedSettingsTest {
  private static final Path NOWHERE = Path.of("/nowhere");

  @Test
  void what_acknowledged_commits_rest_on_is_on_the_command_line_where_nothing_overrules_it() {
    assertThat(new FixedSettings(settings("*", Optional.empty())).arguments())
        .contains("-c \"fsync=on\"")
        .contains("-c \"full_page_writes=on\"")
        .contains("-c \"synchronous_commit=on\"")
        .contains("-c \"restart_after_crash=off\"")
        .contains("-c \"port=5433\"");
  }

  @Test
  void a_value_is_one_word_of_a_unit_whatever_is_in_it() {
    assertThat(new FixedSettings(settings("fe80::1%eth0, $x", Optional.empty())).arguments())
        .contains("-c \"listen_addresses=fe80::1%%eth0, $$x\"");
  }

  @Test
  void of_a_cluster_of_debians_only_its_own_rules_say_who_else_comes_in() throws IOException {
    String everybodyHere = "local all all peer";

    assertThat(new SettingsFiles(settings("*", Optional.empty())).clients())
        .contains(everybodyHere);
    assertThat(new SettingsFiles(settings("*", Optional.of("99-none"))).clients())
        .doesNotContain(everybodyHere)
        .contains("local all harmony peer map=harmony");
  }

  private static PostgresSettings settings(String listen, Optional<String> debianCluster) {
    return new PostgresSettings(
        "heating",
        new SiteId("alpha"),
        new SiteId("beta"),
        NOWHERE,
        debianCluster,
        OptionalInt.empty(),
        5433,
        listen,
        "beta",
        5433,
        "beta",
        NOWHERE,
        NOWHERE,
        NOWHERE,
        List.of(),
        Map.of(),
        NOWHERE);
  }
}
