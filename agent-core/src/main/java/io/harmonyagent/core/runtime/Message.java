package io.harmonyagent.core.runtime;

import io.harmonyagent.core.engine.Outcome;
import io.harmonyagent.core.engine.Ticket;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.ResourceId;

/** What can be said to the thread that owns the engine. */
sealed interface Message {
  record Accept(AgentManifest manifest) implements Message {}

  record Hint(ResourceId id) implements Message {}

  record Finished(Ticket ticket, Outcome outcome) implements Message {}

  /** Somebody asked for a full pass. */
  record PassNow() implements Message {}

  /** Nothing but a sign that the owner still handles its mail. */
  record AreYouThere(Runnable answer) implements Message {}
}
