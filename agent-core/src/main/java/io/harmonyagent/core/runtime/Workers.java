package io.harmonyagent.core.runtime;

import io.harmonyagent.core.engine.Effect;
import io.harmonyagent.core.engine.Outcome;
import io.harmonyagent.core.engine.Ticket;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.Reconcilers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Carries out work beside the engine, each piece so that it can hang without anybody waiting.
 *
 * <p>Only the engine's thread starts work, hears of its end and abandons it.
 */
public final class Workers {
  private static final int FEWEST_THREADS = 2;
  private static final int MOST_THREADS = 4;
  private static final int THREAD_LIMIT = 256;

  private record Worker(Attempt attempt, BlockingPool.Task task) {}

  private final Map<Ticket, Worker> working = new HashMap<>();
  private final BlockingPool pool;
  private final Reconcilers reconcilers;

  public Workers(Reconcilers reconcilers) {
    this.reconcilers = reconcilers;
    int cores = Runtime.getRuntime().availableProcessors();
    int steady = Math.clamp(cores, FEWEST_THREADS, MOST_THREADS);
    this.pool = new BlockingPool(steady, THREAD_LIMIT, System::nanoTime);
  }

  /** Starts all of it together: a pass is many pieces, and each hand-over costs. */
  void start(
      List<Effect.Start> starts, BiConsumer<Ticket, Outcome> done, Consumer<ResourceId> hints) {
    List<BlockingPool.Task> tasks = new ArrayList<>(starts.size());
    for (Effect.Start start : starts) {
      Attempt attempt = new Attempt();
      BlockingPool.Task task =
          new BlockingPool.Task(
              () -> done.accept(start.ticket(), reconcilers.perform(start.work(), attempt, hints)));
      working.put(start.ticket(), new Worker(attempt, task));
      tasks.add(task);
    }
    pool.submit(tasks);
  }

  /** The engine has heard how it ended. */
  void ended(Ticket ticket) {
    working.remove(ticket);
  }

  void abandon(Ticket ticket) {
    Worker worker = working.remove(ticket);
    if (worker != null) {
      worker.attempt().abandon();
      pool.interrupt(worker.task());
    }
  }

  /** How many pieces of work have an end that the engine has not heard of. */
  int underWay() {
    return working.size();
  }

  /** Waits until nothing is left to do, but no longer than that. */
  void awaitLull(Duration atMost) throws InterruptedException {
    pool.awaitLull(atMost);
  }

  /** Makes up for work that hangs; returns whether some is still waiting to be taken up. */
  boolean relieve() {
    return pool.relieve();
  }

  void unwatch(ResourceId id) {
    reconcilers.unwatch(id);
  }
}
