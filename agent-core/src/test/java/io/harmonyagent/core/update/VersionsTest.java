package io.harmonyagent.core.update;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionsTest {
  @ParameterizedTest
  @CsvSource({
    "1.0, 1.1",
    "1.9, 1.10",
    "1.0, 1.0.1",
    "1.0-rc.1, 1.0",
    "1.0~rc1, 1.0",
    "1.0-rc.2, 1.0-rc.10",
    "1.0-alpha, 1.0-beta",
    "1.0-1, 1.0-alpha",
    "0.1.0-SNAPSHOT, 0.1.0",
    "99999999999999999999, 100000000000000000000"
  })
  void the_first_is_older(String one, String other) {
    assertThat(Versions.isOlder(one, other)).isTrue();
    assertThat(Versions.isOlder(other, one)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"1.0, 1.0", "1.0+site1, 1.0+site2", "1.00, 1.0"})
  void neither_is_older(String one, String other) {
    assertThat(Versions.isOlder(one, other)).isFalse();
    assertThat(Versions.isOlder(other, one)).isFalse();
  }
}
