package io.harmonyagent.reconcilers.container.podman;

import io.harmonyagent.core.document.InvalidDocument;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** podman's stream of events while it is being listened to. */
public final class PodmanEvents implements AutoCloseable {
  /** Lines are short and written at once; silence between them is no fault. */
  private static final Duration SILENCE_WITHIN_A_LINE = Duration.ofSeconds(10);

  private static final Duration LOOK_EVERY = Duration.ofHours(1);

  private final HttpStream stream;

  PodmanEvents(HttpStream stream) {
    this.stream = stream;
  }

  /** Waits for the next event; nothing when the stream has ended. */
  public Optional<PodmanEvent> next() throws PodmanException {
    while (!stream.awaitMore(LOOK_EVERY)) {
      // An interrupt ends the wait; else there is nothing to do while nothing happens.
    }
    Optional<String> line = stream.nextLine(SILENCE_WITHIN_A_LINE);
    if (line.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          PodmanEvent.read(Answers.object(line.get().getBytes(StandardCharsets.UTF_8))));
    } catch (InvalidDocument e) {
      throw new PodmanException.Broken("an event is not as expected: " + e.sentence());
    }
  }

  @Override
  public void close() {
    stream.close();
  }
}
