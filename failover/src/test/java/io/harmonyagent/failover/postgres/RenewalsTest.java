package io.harmonyagent.failover.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RenewalsTest {
  @TempDir Path root;

  @Test
  void a_file_that_was_replaced_is_told_once() throws Exception {
    Path certificate = Files.writeString(root.resolve("site.crt"), "old");
    Path key = root.resolve("site.key");
    Renewals renewals = new Renewals(List.of(certificate, key));
    assertThat(renewals.happened()).isFalse();

    Files.setLastModifiedTime(certificate, FileTime.fromMillis(1_000));
    assertThat(renewals.happened()).isTrue();
    assertThat(renewals.happened()).isFalse();

    Files.writeString(key, "it is there now");
    assertThat(renewals.happened()).isTrue();
  }
}
