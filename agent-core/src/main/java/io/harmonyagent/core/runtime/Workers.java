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

/** Carries out work beside the engine, each piece so that it can hang without anybody waiting. */
public final class Workers {
  private static final int FEWEST_THREADS = 2;
  private static final int MOST_THREADS = 4;
  private static final int THREAD_LIMIT = 256;

  private record Worker(Attempt attempt, BlockingPool.Task task) {}

  private final Map<Ticket, Worker> working = new ConcurrentHashMap<>();
  private final BlockingPool pool;
  private final Reconcilers reconcilers;

  public Workers(Reconcilers reconcilers) {
    this.reconcilers = reconcilers;
    int cores = Runtime.getRuntime().availableProcessors();
    int steady = Math.clamp(cores, FEWEST_THREADS, MOST_THREADS);
    this.pool = new BlockingPool(steady, THREAD_LIMIT, System::nanoTime);
  }

  void start(Ticket ticket, Work work, Consumer<Outcome> done, Consumer<ResourceId> hints) {
    Attempt attempt = new Attempt();
    BlockingPool.Task task =
        new BlockingPool.Task(
            () -> {
              Outcome outcome = reconcilers.perform(work, attempt, hints);
              working.remove(ticket);
              done.accept(outcome);
            });
    // Noted before it begins: it may have ended before submit returns.
    working.put(ticket, new Worker(attempt, task));
    pool.submit(task);
  }

  void abandon(Ticket ticket) {
    Worker worker = working.remove(ticket);
    if (worker != null) {
      worker.attempt().abandon();
      pool.interrupt(worker.task());
    }
  }

  /** How many pieces of work have not ended. */
  int underWay() {
    return working.size();
  }

  /** Makes up for work that hangs; returns whether some is still waiting to be taken up. */
  boolean relieve() {
    return pool.relieve();
  }

  void unwatch(ResourceId id) {
    reconcilers.unwatch(id);
  }
}
