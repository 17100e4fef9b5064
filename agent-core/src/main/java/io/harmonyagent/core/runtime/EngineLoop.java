package io.harmonyagent.core.runtime;

import io.harmonyagent.core.engine.Effect;
import io.harmonyagent.core.engine.Engine;
import io.harmonyagent.core.engine.Outcome;
import io.harmonyagent.core.engine.Ticket;
import io.harmonyagent.core.ledger.Ledger;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.ResourceError;
import io.harmonyagent.core.time.Moment;
import io.harmonyagent.core.time.TimeSource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that owns the engine. Everybody else sends it messages; it never waits for a
 * device, a disk or the network, so no resource can hold up another.
 */
public final class EngineLoop implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(EngineLoop.class);
  private static final int MAILBOX = 10_000;
  private static final int CROWD = 16;
  private static final Duration GATHER = Duration.ofNanos(300_000);
  private static final Duration RELIEVE_EVERY = Duration.ofMillis(50);
  private static final Outcome NEVER_STARTED =
      new Outcome.Failed(new ResourceError("Abandoned", "was called off before it began"));

  private final BlockingQueue<Message> mailbox = new LinkedBlockingQueue<>(MAILBOX);
  private final Engine engine;
  private final Workers workers;
  private final Ledger ledger;
  private final StatusBook book;
  private final TimeSource time;
  private final PassTimer passes;
  private final Thread thread;
  private final Set<ResourceId> managed = new HashSet<>();
  private long reportedChanges;
  private int ignoredFields;
  private volatile boolean stopping;

  public EngineLoop(
      Engine engine,
      Workers workers,
      Ledger ledger,
      StatusBook book,
      TimeSource time,
      PassSettings settings,
      Jitter jitter) {
    this.engine = engine;
    this.workers = workers;
    this.ledger = ledger;
    this.book = book;
    this.time = time;
    this.passes = new PassTimer(settings, jitter, time.now());
    this.thread = Thread.ofPlatform().name("engine").unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  public void accept(AgentManifest manifest) {
    send(new Message.Accept(manifest));
  }

  /**
   * Something may have happened to this resource. Dropped when the mailbox is full: a pass comes.
   */
  public void hint(ResourceId id) {
    if (!mailbox.offer(new Message.Hint(id))) {
      log.debug("{}: hint dropped, the mailbox is full", id);
    }
  }

  public void passNow() {
    send(new Message.PassNow());
  }

  /**
   * Calls back from the owner's thread, which is only possible while that thread makes progress.
   */
  public void areYouThere(Runnable answer) {
    if (!mailbox.offer(new Message.AreYouThere(answer))) {
      log.warn("the engine does not keep up: its mailbox is full");
    }
  }

  @Override
  public void close() {
    stopping = true;
    thread.interrupt();
  }

  private void send(Message message) {
    try {
      mailbox.put(message);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    List<Message> batch = new ArrayList<>();
    List<Effect> effects = new ArrayList<>();
    while (!stopping) {
      try {
        gatherWhileBusy();
        waitForMail(batch);
      } catch (InterruptedException e) {
        return;
      }
      Moment now = time.now();
      for (Message message : batch) {
        effects.addAll(handle(message, now));
      }
      batch.clear();
      effects.addAll(engine.tick(now));
      passes.due(now).ifPresent(thorough -> effects.addAll(engine.pass(thorough, now)));
      carryOut(effects, now);
      effects.clear();
      if (engine.isSettled()) {
        passes.ended(time.now(), managed.size());
      }
      report();
    }
  }

  /**
   * While a crowd is at work its results come one by one, and to be woken for each costs more than
   * the work. A moment's patience lets them come in batches.
   */
  private void gatherWhileBusy() throws InterruptedException {
    if (workers.underWay() > CROWD) {
      workers.awaitLull(GATHER);
    }
  }

  private void waitForMail(List<Message> batch) throws InterruptedException {
    Moment now = time.now();
    Moment wake = earlier(passes.next(), engine.mayBeDueAt());
    Duration wait = workers.relieve() ? shorter(wake.since(now), RELIEVE_EVERY) : wake.since(now);
    Message first =
        wait.isPositive() ? mailbox.poll(wait.toNanos(), TimeUnit.NANOSECONDS) : mailbox.poll();
    if (first != null) {
      batch.add(first);
      mailbox.drainTo(batch);
    }
  }

  private List<Effect> handle(Message message, Moment now) {
    return switch (message) {
      case Message.Accept(AgentManifest manifest) -> accept(manifest, now);
      case Message.Hint(ResourceId id) -> engine.hint(id, now);
      case Message.Finished(var ticket, var outcome) -> {
        workers.ended(ticket);
        yield engine.finished(ticket, outcome, now);
      }
      case Message.PassNow _ -> {
        passes.asked(now);
        yield engine.pass(false, now);
      }
      case Message.AreYouThere(Runnable answer) -> {
        answer.run();
        yield List.of();
      }
    };
  }

  private List<Effect> accept(AgentManifest manifest, Moment now) {
    log.info(
        "generation {}: accepted, {} resources",
        manifest.generation(),
        manifest.resources().size());
    ignoredFields = manifest.ignoredFields();
    Set<ResourceId> gone = new HashSet<>(managed);
    managed.clear();
    for (ManagedResource resource : manifest.resources()) {
      managed.add(resource.id());
    }
    gone.removeAll(managed);
    gone.forEach(workers::unwatch);
    return engine.accept(manifest, ledger.owned(), now);
  }

  /** What is called off in the same turn in which it was to start never does, and is over. */
  private void carryOut(List<Effect> effects, Moment now) {
    Map<Ticket, Effect.Start> starts = new LinkedHashMap<>();
    Deque<Effect> left = new ArrayDeque<>(effects);
    for (Effect effect = left.poll(); effect != null; effect = left.poll()) {
      switch (effect) {
        case Effect.Start start -> starts.put(start.ticket(), start);
        case Effect.CallOff(var ticket) -> {
          if (starts.remove(ticket) == null) {
            workers.callOff(ticket);
          } else {
            left.addAll(engine.finished(ticket, NEVER_STARTED, now));
          }
        }
        case Effect.Abandon(var ticket) -> {
          if (starts.remove(ticket) != null || workers.abandon(ticket)) {
            left.addAll(engine.finished(ticket, NEVER_STARTED, now));
          }
        }
      }
    }
    if (!starts.isEmpty()) {
      workers.start(List.copyOf(starts.values()), this::finished, this::hint);
    }
  }

  /**
   * Of work that was interrupted too, be it in this very moment: that it has ended is waited for.
   */
  private void finished(Ticket ticket, Outcome outcome) {
    boolean interrupted = false;
    boolean told = false;
    while (!told && !stopping) {
      try {
        mailbox.put(new Message.Finished(ticket, outcome));
        told = true;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void report() {
    if (engine.changes() != reportedChanges) {
      reportedChanges = engine.changes();
      book.update(engine, ignoredFields, time.now().wall());
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static Moment earlier(Moment one, Optional<Moment> other) {
    @Nullable Moment second = other.orElse(null);
    return second != null && second.isBefore(one) ? second : one;
  }
}
