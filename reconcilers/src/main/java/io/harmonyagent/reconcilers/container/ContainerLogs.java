package io.harmonyagent.reconcilers.container;

import io.harmonyagent.core.call.Answer;
import io.harmonyagent.core.call.CallFailed;
import io.harmonyagent.core.call.LogWish;
import io.harmonyagent.reconcilers.container.podman.PodmanClient;
import io.harmonyagent.reconcilers.container.podman.PodmanContainer;
import io.harmonyagent.reconcilers.container.podman.PodmanException;
import io.harmonyagent.reconcilers.container.podman.PodmanLogs;
import java.nio.file.Path;
import java.util.Optional;

/** What containers print, from whoever keeps it for podman. */
public final class ContainerLogs {
  private final Path socket;

  public ContainerLogs(Path socket) {
    this.socket = socket;
  }

  public void copy(String container, LogWish wish, Answer to)
      throws CallFailed, InterruptedException {
    try (PodmanClient podman = new PodmanClient(socket)) {
      Optional<PodmanContainer> found = podman.container(container);
      if (found.isEmpty()) {
        throw new CallFailed(
            CallFailed.Reason.NOT_FOUND, "there is no container " + container + " (yet)");
      }
      try (PodmanLogs logs = podman.logs(found.get().id(), wish.tail(), wish.follow())) {
        for (Optional<byte[]> some = logs.next(); some.isPresent(); some = logs.next()) {
          to.write(some.get());
        }
      }
    } catch (PodmanException.Interrupted e) {
      throw new InterruptedException();
    } catch (PodmanException e) {
      throw new CallFailed(
          CallFailed.Reason.FAILED, "podman does not tell the log: " + e.getMessage());
    }
  }
}
