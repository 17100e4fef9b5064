package io.harmonyagent.agent.top.view;

import java.time.Instant;

/** Whether what is shown is of now. */
sealed interface Link {
  /** It is. */
  record Up() implements Link {}

  /** It is as it was then. */
  record Down(Instant since, String why) implements Link {}
}
