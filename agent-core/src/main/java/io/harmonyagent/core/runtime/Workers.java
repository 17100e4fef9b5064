package io.harmonyagent.core.runtime;

import io.harmonyagent.core.engine.Outcome;
import io.harmonyagent.core.engine.Ticket;
import io.harmonyagent.core.engine.Work;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.Reconcilers;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Gives every piece of work a virtual thread of its own, so that one that hangs, hangs alone. */
public final class Workers {
  private record Worker(Attempt attempt, Thread thread) {}

  private final Map<Ticket, Worker> working = new ConcurrentHashMap<>();
  private final Reconcilers reconcilers;

  public Workers(Reconcilers reconcilers) {
    this.reconcilers = reconcilers;
  }

  void start(Ticket ticket, Work work, Consumer<Outcome> done, Consumer<ResourceId> hints) {
    Attempt attempt = new Attempt();
    Thread thread =
        Thread.ofVirtual()
            .unstarted(
                () -> {
                  Outcome outcome = reconcilers.perform(work, attempt, hints);
                  working.remove(ticket);
                  done.accept(outcome);
                });
    working.put(ticket, new Worker(attempt, thread));
    thread.start();
  }

  void abandon(Ticket ticket) {
    Worker worker = working.remove(ticket);
    if (worker != null) {
      worker.attempt().abandon();
      worker.thread().interrupt();
    }
  }

  void unwatch(ResourceId id) {
    reconcilers.unwatch(id);
  }
}
