package io.harmonyagent.failover.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ControlDataTest {
  @Test
  void after_a_clean_stop_only_who_has_the_last_record_has_all() {
    ControlData control = ControlData.parse(text("shut down", "0/0"));
    assertThat(control.systemId()).isEqualTo("7300000000000000001");
    assertThat(control.timeline()).isEqualTo(4);
    assertThat(control.wasShutDown()).isTrue();
    assertThat(control.lsn()).isEqualTo(0x1_05000028L + 1);
  }

  @Test
  void a_standby_has_come_as_far_as_it_has_to_go_to_be_consistent() {
    ControlData control = ControlData.parse(text("in archive recovery", "1/6000000"));
    assertThat(control.wasStandby()).isTrue();
    assertThat(control.lsn()).isEqualTo(0x1_06000000L);
    assertThat(control.timeline()).isEqualTo(5);
  }

  private static String text(String state, String minimum) {
    return """
    Database system identifier:           7300000000000000001
    Database cluster state:               %s
    Latest checkpoint location:           1/5000028
    Latest checkpoint's TimeLineID:       4
    Minimum recovery ending location:     %s
    Min recovery ending loc's timeline:   %s
    """
        .formatted(state, minimum, minimum.equals("0/0") ? "0" : "5");
  }
}
