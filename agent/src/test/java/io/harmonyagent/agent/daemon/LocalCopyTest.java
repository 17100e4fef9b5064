package io.harmonyagent.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.runtime.DeviceFacts;
import io.harmonyagent.core.runtime.StatusBook;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Condition;
import io.harmonyagent.core.status.StatusReader;
import io.harmonyagent.core.time.TimeSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalCopyTest {
  @TempDir private Path directory;
  private final List<String> told = new ArrayList<>();
  private final TimeSource time = TimeSource.system();
  private final StatusBook book =
      new StatusBook(new DeviceFacts(new AgentId("pi-1"), "1", "test", "boot"));

  @Test
  void a_ready_device_is_summed_up_in_a_line() {
    assertThat(LocalCopy.summary(status(condition(Condition.Type.READY, true, "AllReady", ""))))
        .isEqualTo("generation 4; ready");
  }

  @Test
  void a_device_that_is_not_ready_says_why() {
    assertThat(
            LocalCopy.summary(
                status(condition(Condition.Type.READY, false, "ResourceFailed", "web: no space"))))
        .isEqualTo("generation 4; not ready: ResourceFailed web: no space");
  }

  @Test
  void an_offline_device_says_so_first() {
    assertThat(
            LocalCopy.summary(
                status(
                    condition(Condition.Type.READY, true, "AllReady", ""),
                    condition(Condition.Type.OFFLINE, true, "MeshUnreachable", ""))))
        .isEqualTo("offline; generation 4; ready");
  }

  @Test
  void before_anything_is_known_it_is_starting() {
    assertThat(LocalCopy.summary(status())).isEqualTo("generation 4; starting");
  }

  @Test
  void the_last_status_is_there_after_a_stop() throws Exception {
    book.open(time.now().wall());

    copy(Optional.of(() -> true)).close();

    AgentStatus copied = read();
    assertThat(copied.agentId()).isEqualTo(new AgentId("pi-1"));
    assertThat(copied.holds(Condition.Type.OFFLINE)).isFalse();
    assertThat(told)
        .containsExactly("STATUS=generation 0; not ready: NoManifest no manifest was accepted yet");
  }

  @Test
  void being_offline_is_said_here_and_nowhere_else() throws Exception {
    book.open(time.now().wall());

    copy(Optional.of(() -> false)).close();

    assertThat(read().holds(Condition.Type.OFFLINE)).isTrue();
    assertThat(book.snapshot().conditions())
        .noneMatch(condition -> condition.type() == Condition.Type.OFFLINE);
  }

  @Test
  void without_a_mesh_nobody_is_offline() throws Exception {
    book.open(time.now().wall());

    copy(Optional.empty()).close();

    assertThat(read().conditions())
        .noneMatch(condition -> condition.type() == Condition.Type.OFFLINE);
  }

  private LocalCopy copy(Optional<BooleanSupplier> online) {
    ServiceManager systemd =
        new ServiceManager((path, message) -> told.add(message), Map.of("NOTIFY_SOCKET", "x"));
    return new LocalCopy(book, online, systemd, time, directory.resolve("run"));
  }

  private AgentStatus read() throws Exception {
    byte[] bytes = Files.readAllBytes(directory.resolve("run/status.json"));
    return StatusReader.read(new JsonReader().read(bytes, "status.json"));
  }

  private static Condition condition(
      Condition.Type type, boolean holds, String reason, String message) {
    return new Condition(type, holds, reason, message, Instant.EPOCH);
  }

  private static AgentStatus status(Condition... conditions) {
    return new AgentStatus(
        new AgentId("pi-1"),
        "1",
        "test",
        "boot",
        4,
        4,
        0,
        new TreeMap<>(),
        List.of(conditions),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
