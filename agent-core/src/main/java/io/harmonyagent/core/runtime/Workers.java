package io.harmonyagent.core.runtime;

import io.harmonyagent.core.engine.Effect;
import io.harmonyagent.core.engine.Outcome;
import io.harmonyagent.core.engine.Ticket;
import io.harmonyagent.core.engine.Work;
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

  private record Worker(Attempt attempt, BlockingPool.Task task, BlockingPool pool) {}

  private final Map<Ticket, Worker> working = new HashMap<>();
  private final Map<String, BlockingPool> pools = new HashMap<>();
  private final int steady;
  private final Reconcilers reconcilers;

  public Workers(Reconcilers reconcilers) {
    this.reconcilers = reconcilers;
    int cores = Runtime.getRuntime().availableProcessors();
    this.steady = Math.clamp(cores, FEWEST_THREADS, MOST_THREADS);
  }

  /** Starts all of it together: a pass is many pieces, and each hand-over costs. */
  void start(
      List<Effect.Start> starts, BiConsumer<Ticket, Outcome> done, Consumer<ResourceId> hints) {
    Map<BlockingPool, List<BlockingPool.Task>> tasks = new HashMap<>();
    for (Effect.Start start : starts) {
      Attempt attempt = new Attempt();
      BlockingPool.Task task =
          new BlockingPool.Task(
              () -> done.accept(start.ticket(), reconcilers.perform(start.work(), attempt, hints)));
      BlockingPool pool = poolFor(start.work());
      working.put(start.ticket(), new Worker(attempt, task, pool));
      tasks.computeIfAbsent(pool, _ -> new ArrayList<>()).add(task);
    }
    tasks.forEach(BlockingPool::submit);
  }

  /** The engine has heard how it ended. */
  void ended(Ticket ticket) {
    working.remove(ticket);
  }

  /** Asks it to end early; that it has ended is told as ever. */
  void callOff(Ticket ticket) {
    Worker worker = working.get(ticket);
    if (worker != null) {
      worker.attempt().abandon();
      worker.pool().interrupt(worker.task());
    }
  }

  /**
   * Nobody waits for it any longer. Returns whether it never began, and so will never tell of its
   * end; else it does, should it end.
   */
  boolean abandon(Ticket ticket) {
    Worker worker = working.remove(ticket);
    if (worker == null) {
      return false;
    }
    worker.attempt().abandon();
    return worker.pool().drop(worker.task());
  }

  /** How many pieces of work have an end that the engine has not heard of. */
  int underWay() {
    return working.size();
  }

  /** Waits until nothing is left to do, but no longer than that. */
  void awaitLull(Duration atMost) throws InterruptedException {
    for (BlockingPool pool : pools.values()) {
      pool.awaitLull(atMost);
    }
  }

  /** Makes up for work that hangs; returns whether some is still waiting to be taken up. */
  boolean relieve() {
    boolean waits = false;
    for (BlockingPool pool : pools.values()) {
      waits |= pool.relieve();
    }
    return waits;
  }

  void unwatch(ResourceId id) {
    reconcilers.unwatch(id);
  }

  /** Each kind has threads of its own: when one's runtime hangs, the others do not notice. */
  private BlockingPool poolFor(Work work) {
    String kind =
        switch (work) {
          case Work.Reconcile reconcile -> reconcile.resource().spec().kind();
          case Work.Remove remove -> remove.ownership().thing().kind();
          case Work.Survey _ -> "survey";
        };
    return pools.computeIfAbsent(
        kind, _ -> new BlockingPool(kind, steady, THREAD_LIMIT, System::nanoTime));
  }
}
