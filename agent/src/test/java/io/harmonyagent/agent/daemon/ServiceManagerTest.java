package io.harmonyagent.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServiceManagerTest {
  private final List<String> sent = new ArrayList<>();

  @Test
  void each_word_is_the_one_that_systemd_knows() {
    ServiceManager systemd = manager(Map.of("NOTIFY_SOCKET", "/run/systemd/notify"));

    systemd.ready("generation 4; ready");
    systemd.status("working");
    systemd.alive();
    systemd.stopping();

    assertThat(sent)
        .containsExactly(
            "/run/systemd/notify READY=1\nSTATUS=generation 4; ready",
            "/run/systemd/notify STATUS=working",
            "/run/systemd/notify WATCHDOG=1",
            "/run/systemd/notify STOPPING=1\nSTATUS=stopping");
  }

  @Test
  void started_by_hand_there_is_nobody_to_tell() {
    ServiceManager systemd = manager(Map.of());

    systemd.ready("x");
    systemd.alive();
    systemd.stopping();

    assertThat(sent).isEmpty();
    assertThat(systemd.watchdogPeriod()).isEmpty();
  }

  @Test
  void the_watchdog_is_as_quick_as_systemd_says() {
    assertThat(manager(Map.of("WATCHDOG_USEC", "30000000")).watchdogPeriod())
        .contains(Duration.ofSeconds(30));
  }

  private ServiceManager manager(Map<String, String> environment) {
    return new ServiceManager((path, message) -> sent.add(path + " " + message), environment);
  }
}
