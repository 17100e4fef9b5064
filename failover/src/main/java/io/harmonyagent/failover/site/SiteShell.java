package io.harmonyagent.failover.site;

import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.Core;
import io.harmonyagent.failover.core.Decision;
import io.harmonyagent.failover.core.Event;
import io.harmonyagent.failover.core.PostgresView;
import io.harmonyagent.failover.core.Role;
import io.harmonyagent.failover.core.SiteId;
import io.harmonyagent.failover.core.State;
import io.harmonyagent.failover.core.Step;
import io.harmonyagent.failover.lease.LeaseAccess;
import io.harmonyagent.failover.lease.LeaseEvents;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One life of a site: the thread that owns the core's state, hands it events with their time, and
 * has its actions carried out in order.
 *
 * <p>It ends for good when a rule of the core or a write to its disk breaks: then nothing renews
 * the lease, and the deadman fences. PostgreSQL is left as it is by every end, so that a planned
 * restart inside the deadline interrupts nothing.
 */
public final class SiteShell {
  private static final Logger log = LoggerFactory.getLogger(SiteShell.class);
  private static final Duration FIRST_LOOK_WITHIN = Duration.ofSeconds(2);
  private static final long NO_TICK_YET_MS = 1_000;

  /**
   * What a shell is made for.
   *
   * @param run random; tells this life's writes from those of any other
   */
  public record Identity(SiteId site, String run) {}

  /**
   * The world around a shell that is not the site's own.
   *
   * @param watcher told by the owner when people would want to know; must not wait
   */
  public record Surroundings(
      Function<LeaseEvents, LeaseAccess> mesh,
      FlightRecorder recorder,
      Consumer<SiteView> watcher,
      SiteClock clock,
      InstantSource wallClock) {}

  private final Identity identity;
  private final Core core;
  private final SiteParts parts;
  private final StateFile disk;
  private final Surroundings around;
  private final Mailbox mailbox = new Mailbox();
  private final LeaseAccess mesh;
  private final Hands hands;
  private final Thread thread;
  private State state;
  private long periodMs = NO_TICK_YET_MS;
  private long nextTickMs;
  private long noted;
  private Optional<String> lastTransition = Optional.empty();
  private volatile SiteView view;
  private volatile @Nullable String failure;
  private volatile boolean stopping;

  public SiteShell(
      Identity identity, Core core, SiteParts parts, StateFile disk, Surroundings around) {
    this.identity = identity;
    this.core = core;
    this.parts = parts;
    this.disk = disk;
    this.around = around;
    state = State.unborn(identity.site(), identity.run());
    view = SiteView.of(state, lastTransition, Optional.empty());
    mesh = around.mesh().apply(mailbox);
    hands = new Hands(parts, disk, mesh, mailbox, this::tickEvery, this::note);
    thread = Thread.ofPlatform().name("failover").unstarted(this::run);
  }

  /** Looks at what is there and begins. Not more than once. */
  public void start() throws IOException {
    var durable = disk.read();
    OptionalLong deadlineMs = parts.deadman().deadlineMs();
    PostgresView postgres = parts.database().look(FIRST_LOOK_WITHIN);
    mailbox.offer(now -> new Event.Started(now, durable, postgres, deadlineMs));
    parts.database().onChange(hands::look);
    mesh.start();
    thread.start();
  }

  /** What the site tells of itself; never waits. */
  public SiteView view() {
    return view;
  }

  /** Why this life ended, if it did by itself. */
  public Optional<String> failure() {
    return Optional.ofNullable(failure);
  }

  /** What an operator may ask of a site. */
  public enum Request {
    SWITCHOVER,
    FORCE_FAILOVER,
    LIFT_SAFE
  }

  /** Asks, and tells what was decided; empty where that was decided before and stands. */
  public CompletableFuture<List<Decision>> ask(Request request) {
    LongFunction<Event> event =
        switch (request) {
          case SWITCHOVER -> Event.SwitchoverAsked::new;
          case FORCE_FAILOVER -> Event.FailoverForced::new;
          case LIFT_SAFE -> Event.SafeLifted::new;
        };
    CompletableFuture<List<Decision>> answer = new CompletableFuture<>();
    mailbox.offer(new Mailbox.Letter(event, step -> answer.complete(decisions(step))));
    return answer;
  }

  /**
   * Ends this life without touching PostgreSQL. Another one may only begin when this returns true:
   * until then something that was asked for before may still be done.
   */
  public boolean close(Duration within) throws InterruptedException {
    stopping = true;
    thread.interrupt();
    hands.close();
    mesh.close();
    around.recorder().close();
    if (thread.isAlive()) {
      thread.join(within);
    }
    return !thread.isAlive() && hands.awaitEnd(within);
  }

  private void run() {
    try {
      nextTickMs = around.clock().nowMs() + periodMs;
      while (!stopping) {
        turn();
      }
    } catch (InterruptedException e) {
      log.debug("the shell was asked to end");
    } catch (IOException e) {
      fail("its state cannot be written: " + e.getMessage(), e);
    } catch (RuntimeException | Error e) {
      fail("a rule of the failover core is broken: " + e, e);
    }
  }

  private void turn() throws InterruptedException, IOException {
    if (mailbox.ranOver()) {
      throw new IllegalStateException("more has happened than could be kept");
    }
    long leftMs = nextTickMs - around.clock().nowMs();
    Mailbox.Letter letter = leftMs > 0 ? mailbox.take(leftMs) : null;
    if (letter != null) {
      Step step = step(letter.event().apply(around.clock().nowMs()));
      letter.whenDone().accept(step);
    } else if (nextTickMs <= around.clock().nowMs()) {
      long nowMs = around.clock().nowMs();
      nextTickMs = Math.max(nextTickMs + periodMs, nowMs + 1);
      Step unused = step(new Event.Tick(nowMs));
    }
  }

  private Step step(Event event) throws IOException {
    Role before = state.role();
    Step step = core.step(state, event);
    state = step.state();
    if (state.role() != before) {
      log.info(
          "{} is {} in epoch {} (was {})",
          identity.site(),
          state.role(),
          state.durable().seen().epoch(),
          before);
    }
    for (Action action : step.actions()) {
      hands.carryOut(action);
    }
    if (FirstData.isDue(state)) {
      hands.makeFirstData();
    }
    if (state.lease().isEmpty()) {
      state
          .durable()
          .config()
          .ifPresent(config -> hands.prepareGuard(config.holding().fenceTimeoutMs()));
    }
    publish(SiteView.of(state, lastTransition, hands.trouble()));
    return step;
  }

  private void publish(SiteView now) {
    SiteView before = view;
    view = now;
    if (now.isNewsAfter(before)) {
      around.watcher().accept(now);
    }
  }

  private void tickEvery(long newPeriodMs) {
    periodMs = newPeriodMs;
    mesh.beats(Duration.ofMillis(newPeriodMs));
    nextTickMs = around.clock().nowMs() + newPeriodMs;
  }

  private void note(Action.Note note) {
    if (note.decision().isGranted()) {
      lastTransition =
          Optional.of(note.decision().transition() + " at " + around.wallClock().instant());
    }
    around
        .recorder()
        .record(
            new FlightRecorder.Entry(
                around.wallClock().instant(),
                identity.site(),
                identity.run(),
                ++noted,
                state.role(),
                state.durable().seen().epoch(),
                note.evidence(),
                note.decision()));
  }

  /** Nobody renews any more. Whoever keeps sites is told, and may begin another life. */
  private void fail(String why, Throwable e) {
    failure = why;
    log.error("the failover of {} stops, the deadman fences: {}", identity.site(), why, e);
    hands.close();
    mesh.close();
    around.watcher().accept(view);
  }

  private static List<Decision> decisions(Step step) {
    return step.actions().stream()
        .filter(Action.Note.class::isInstance)
        .map(action -> ((Action.Note) action).decision())
        .toList();
  }
}
