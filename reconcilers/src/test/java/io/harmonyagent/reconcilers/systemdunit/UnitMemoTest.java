package io.harmonyagent.reconcilers.systemdunit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitMemoTest {
  @Test
  void what_is_remembered_is_read_back() throws ReconcileFailure {
    UnitMemo memo =
        UnitMemo.NONE
            .before(true)
            .activeBefore(true)
            .fileStateBefore("disabled")
            .maskedBefore(false)
            .withFile(true)
            .withDropIn("b.conf")
            .withDropIn("a.conf")
            .withReplaced("", "[Service]\n")
            .withRestartDue(true)
            .withRanIn("boot hash");

    assertThat(UnitMemo.read(memo.text())).isEqualTo(memo);
  }

  @Test
  void nothing_is_remembered_of_what_was_not_touched() throws ReconcileFailure {
    assertThat(UnitMemo.read("")).isEqualTo(UnitMemo.NONE);
    assertThat(UnitMemo.NONE.touched()).isFalse();
  }

  @Test
  void only_the_first_change_knows_how_it_was_before() {
    UnitMemo memo =
        UnitMemo.NONE
            .before(true)
            .activeBefore(true)
            .activeBefore(false)
            .fileStateBefore("enabled")
            .fileStateBefore("disabled")
            .maskedBefore(true)
            .maskedBefore(false);

    assertThat(memo.wasActive()).contains(true);
    assertThat(memo.fileState()).contains("enabled");
    assertThat(memo.wasMasked()).contains(true);
    assertThat(memo.before(false).existed()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "template, '', false",
    "template, disabled, true",
    "template, static, true",
    "not-found, '', false",
    "loaded, '', true",
  })
  void a_template_is_there_if_it_has_a_file(String load, String fileState, boolean there) {
    UnitObservation seen =
        new UnitObservation(
            new UnitRow("a@.service", load, "inactive", "dead", "/", 0),
            UnitFacts.NONE.withFileState(fileState),
            UnitMemo.NONE,
            Map.of(),
            List.of(),
            Duration.ZERO,
            0,
            false,
            Duration.ZERO,
            "",
            "boot");

    assertThat(seen.isThere()).isEqualTo(there);
  }

  @Test
  void a_memo_that_cannot_be_read_is_an_error_and_not_forgotten() {
    assertThatExceptionOfType(ReconcileFailure.class).isThrownBy(() -> UnitMemo.read("{"));
  }

  @Test
  void names_come_out_of_the_bus_escaping() {
    assertThat(UnitPath.nameOf("/org/freedesktop/systemd1/unit/dev_2ddisk_40a_2eservice"))
        .isEqualTo("dev-disk@a.service");
    assertThat(UnitPath.of("dev-disk@a.service"))
        .isEqualTo("/org/freedesktop/systemd1/unit/dev_2ddisk_40a_2eservice");
    assertThat(UnitPath.of("9a9.timer")).isEqualTo("/org/freedesktop/systemd1/unit/_39a9_2etimer");
    assertThat(UnitPath.nameOf("/org/freedesktop/systemd1")).isEmpty();
  }
}
