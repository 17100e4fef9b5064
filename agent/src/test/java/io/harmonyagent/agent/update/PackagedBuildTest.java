package io.harmonyagent.agent.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.agent.selftest.Listeners;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PackagedBuildTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"exit 0, true", "exit 1, false", "exit 2, true", "kill -9 $$, true"})
  void only_its_clear_word_that_nobody_listens_counts(String answer, boolean mayReach)
      throws Exception {
    Path program = directory.resolve("harmony-agent");
    Files.writeString(
        program,
        "#!/bin/sh\n[ \"$*\" = 'selftest --listens nats://a:1 --listens nats://b:2' ] || exit 1\n"
            + answer
            + "\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();

    assertThat(new PackagedBuild(program, directory).mayReach(List.of("nats://a:1", "nats://b:2")))
        .isEqualTo(mayReach);
  }

  @Test
  void one_that_cannot_be_asked_does_not_say_that_nobody_listens() throws Exception {
    assertThat(new PackagedBuild(directory.resolve("none"), directory).mayReach(List.of()))
        .isTrue();
  }

  @Test
  void somebody_listens_or_nobody_does() throws Exception {
    String address;
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      address = "tls://127.0.0.1:" + server.getLocalPort();
      assertThat(Listeners.areAt(List.of("nats://127.0.0.1:1", address))).isTrue();
    }

    assertThat(Listeners.areAt(List.of("nats://127.0.0.1:1", address, "nats://no host"))).isFalse();
    assertThat(Listeners.areAt(List.of())).isFalse();
  }
}
