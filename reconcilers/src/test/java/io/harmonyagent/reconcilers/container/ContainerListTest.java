package io.harmonyagent.reconcilers.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.ContainerSpec;
import io.harmonyagent.reconcilers.container.podman.FakeServer;
import io.harmonyagent.reconcilers.container.podman.PodmanClient;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerListTest {
  private static final String PREVIOUS = "web" + ContainerSpec.PREVIOUS;

  @TempDir Path directory;

  @Test
  void a_container_that_is_renamed_between_two_questions_is_there_once() throws Exception {
    try (FakeServer _ = new FakeServer(socket(), this::renameMeanwhile);
        PodmanClient podman = new PodmanClient(socket())) {
      ContainerList list = new ContainerList(podman, System::nanoTime);
      list.touch("web");

      assertThat(list.around("web")).containsOnlyKeys(PREVIOUS);
    }
  }

  @Test
  void two_containers_are_there_under_both_names() throws Exception {
    try (FakeServer _ = new FakeServer(socket(), this::replace);
        PodmanClient podman = new PodmanClient(socket())) {
      ContainerList list = new ContainerList(podman, System::nanoTime);
      list.touch("web");

      assertThat(list.around("web")).containsOnlyKeys("web", PREVIOUS);
    }
  }

  private Path socket() {
    return directory.resolve("s");
  }

  /** Answers to either name with the same container, which has the later name by now. */
  private void renameMeanwhile(FakeServer.Connection connection) throws IOException {
    while (connection.hear()) {
      String request = connection.request();
      if (request.contains("/containers/json")) {
        answer(connection, "[" + listed("a1", PREVIOUS) + "]");
      } else {
        answer(connection, inspected("a1", request.contains(PREVIOUS) ? PREVIOUS : "web"));
      }
    }
  }

  private void replace(FakeServer.Connection connection) throws IOException {
    while (connection.hear()) {
      boolean previous = connection.request().contains(PREVIOUS);
      answer(connection, previous ? inspected("a1", PREVIOUS) : inspected("b2", "web"));
    }
  }

  private static void answer(FakeServer.Connection connection, String body) throws IOException {
    connection.say("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
  }

  private static String inspected(String id, String name) {
    return """
        {"Id": "%s", "Name": "%s", "Config": {"Labels": {}}, "State": {"Status": "running",
         "StartedAt": "2026-01-31T12:00:00Z", "FinishedAt": "0001-01-01T00:00:00Z"}}"""
        .formatted(id, name);
  }

  private static String listed(String id, String name) {
    return """
        {"Id": "%s", "Names": ["%s"], "Labels": {}, "State": "running"}"""
        .formatted(id, name);
  }
}
