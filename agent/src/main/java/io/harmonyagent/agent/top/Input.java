package io.harmonyagent.agent.top;

import io.harmonyagent.agent.top.view.News;
import java.nio.ByteBuffer;

/** What the loop waits for. */
sealed interface Input {
  /** Somebody typed. */
  record Typed(ByteBuffer bytes) implements Input {}

  /** The terminal has another size. */
  record Resized() implements Input {}

  /** It is over: a signal, or the terminal is gone. */
  record Stop() implements Input {}

  /** Something is heard from the mesh. */
  record Heard(News news) implements Input {}
}
