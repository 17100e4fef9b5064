package io.harmonyagent.reconcilers.container.podman;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PodmanClientTest {
  private static final String OTHER =
      """
      {"Id": "db41", "Name": "web", "Config": {"Labels": {}, "StopTimeout": 120}, "State": {"Status": "running",
       "StartedAt": "2026-01-31T12:00:00Z", "FinishedAt": "0001-01-01T00:00:00Z"}}""";

  @TempDir Path directory;

  @Test
  void several_whose_ids_begin_like_a_name_are_not_in_its_way() throws Exception {
    Path socket = directory.resolve("s");
    String words =
        "{\"cause\": \"container already exists\", \"message\": \"more than one result for"
            + " container ID d: container already exists\", \"response\": 500}";
    try (FakeServer _ =
            new FakeServer(
                socket,
                connection -> {
                  while (connection.hear()) {
                    connection.say(
                        "HTTP/1.1 500 No\r\nContent-Length: "
                            + words.length()
                            + "\r\n\r\n"
                            + words);
                  }
                });
        PodmanClient podman = new PodmanClient(socket)) {
      assertThat(podman.container("d")).isEmpty();
    }
  }

  @Test
  void a_container_whose_id_begins_like_a_name_is_not_taken_for_it() throws Exception {
    Path socket = directory.resolve("s");
    String answer = "HTTP/1.1 200 OK\r\nContent-Length: " + OTHER.length() + "\r\n\r\n" + OTHER;
    try (FakeServer _ =
            new FakeServer(
                socket,
                connection -> {
                  while (connection.hear()) {
                    connection.say(answer);
                  }
                });
        PodmanClient podman = new PodmanClient(socket)) {
      assertThat(podman.container("web")).isPresent();
      assertThat(podman.container("db")).isEmpty();
      assertThat(podman.stopTimeout("web")).contains(Duration.ofMinutes(2));
    }
  }
}
