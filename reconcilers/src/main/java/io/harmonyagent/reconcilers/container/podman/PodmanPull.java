package io.harmonyagent.reconcilers.container.podman;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import java.time.Duration;
import java.util.Optional;

/**
 * An image on its way. To close it before its end calls it off. podman says nothing while a layer
 * is being copied, so silence is no fault as long as the caller is content with it.
 */
public final class PodmanPull implements AutoCloseable {
  private static final Duration SILENCE_WITHIN_A_LINE = Duration.ofSeconds(30);

  private final HttpStream stream;

  PodmanPull(HttpStream stream) {
    this.stream = stream;
  }

  /** Asked now and then while it lasts: whether to go on. */
  @FunctionalInterface
  public interface Meanwhile {
    boolean mayGoOn() throws PodmanException;
  }

  /** Waits for the end and returns the image's id. */
  public String finish(Duration every, Duration atMost, Meanwhile meanwhile)
      throws PodmanException {
    Deadline deadline = Deadline.in(atMost);
    Optional<String> id = Optional.empty();
    while (true) {
      if (deadline.leftMillis() == 0) {
        throw new PodmanException.TimedOut(
            "the pull did not end within " + atMost.toSeconds() + " s");
      }
      if (!stream.awaitMore(every)) {
        if (!meanwhile.mayGoOn()) {
          throw new PodmanException.Refused(0, "called off");
        }
        continue;
      }
      Optional<String> line = stream.nextLine(SILENCE_WITHIN_A_LINE);
      if (line.isEmpty()) {
        return id.orElseThrow(
            () -> new PodmanException.Broken("the pull ended without a word of its success"));
      }
      if (!line.get().isBlank()) {
        Optional<String> said = id(line.get());
        id = said.isPresent() ? said : id;
      }
    }
  }

  @Override
  public void close() {
    stream.close();
  }

  /** An error may come in any line, after others that sounded well. */
  private static Optional<String> id(String line) throws PodmanException {
    Fields in = Answers.object(line.getBytes(UTF_8));
    try {
      Optional<String> error = in.optionalText("error");
      if (error.isPresent() && !error.get().isEmpty()) {
        throw new PodmanException.Refused(0, Answers.brief(error.get()));
      }
      return in.optionalText("id").filter(id -> !id.isEmpty());
    } catch (InvalidDocument e) {
      throw new PodmanException.Broken("a line of the pull is not as expected: " + e.sentence());
    }
  }
}
