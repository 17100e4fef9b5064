package io.harmonyagent.failover.fencing;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.failover.systemd.Units;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is seen of a unit without PID 1's word, with this process as whoever has the port. */
class RemainsTest {
  @TempDir Path root;

  @Test
  void a_stranger_on_the_port_is_nothing_that_is_left_of_postgres() throws Exception {
    try (ServerSocket stranger = new ServerSocket(0);
        Units nobody = new Units(root.resolve("no-bus"))) {
      Remains remains = new Remains(nobody, "harmony-postgres@x.service", stranger.getLocalPort());

      assertThat(remains.obstacles()).isEmpty();
    }
  }

  @Test
  void a_process_of_the_unit_on_the_port_is() throws Exception {
    String mine = Files.readString(Path.of("/proc/self/cgroup")).lines().findFirst().orElseThrow();
    String unit = mine.substring(mine.lastIndexOf('/') + 1);
    try (ServerSocket own = new ServerSocket(0);
        Units nobody = new Units(root.resolve("no-bus"))) {
      Remains remains = new Remains(nobody, unit, own.getLocalPort());

      assertThat(remains.obstacles()).anyMatch(each -> each.startsWith("port"));
    }
  }
}
