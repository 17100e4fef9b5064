package io.harmonyagent.core.engine;

import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.manifest.UnknownSpec;
import io.harmonyagent.core.status.ResourceError;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import io.harmonyagent.core.time.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What we made and nobody wants any longer. It is deleted, and tried again until it is gone. */
final class Removals {
  private static final class Removal {
    private final Job job = new Job();
    private final Ownership ownership;
    private ResourceState state = new ResourceState.Deleting();
    private Instant since;
    private boolean waits;

    private Removal(Ownership ownership, Instant since) {
      this.ownership = ownership;
      this.since = since;
    }

    /** Whether it has neither been tried since it was last wanted gone, nor is being tried. */
    private boolean isFresh() {
      return !job.isRunning() && job.failures() == 0;
    }

    private void become(ResourceState next, Instant now) {
      since = next.wireName().equals(state.wireName()) ? since : now;
      state = next;
    }
  }

  private final EngineSettings settings;
  private final Backoff backoff;
  private final Stragglers stragglers;
  private final Hung hung;
  private final DeletionPatience patience;
  private final Map<OwnedThing, Removal> removals = new HashMap<>();
  private Predicate<Ownership> stays = _ -> true;
  private long changes;

  Removals(
      EngineSettings settings,
      Backoff backoff,
      Stragglers stragglers,
      Hung hung,
      DeletionPatience patience) {
    this.settings = settings;
    this.backoff = backoff;
    this.stragglers = stragglers;
    this.hung = hung;
    this.patience = patience;
  }

  /**
   * Compares what is owned with what is wanted. A thing that another resource wants now only
   * changes hands, and a deletion of it that is under way is called off. What was made for an id
   * whose kind we no longer know stays as it is.
   */
  void want(AgentManifest manifest, Collection<Ownership> owned, Moment now, List<Effect> effects) {
    Set<OwnedThing> wanted = new HashSet<>();
    Set<ResourceId> unknown = new HashSet<>();
    for (ManagedResource resource : manifest.resources()) {
      OwnedThing.of(resource.spec()).ifPresent(wanted::add);
      if (resource.spec() instanceof UnknownSpec) {
        unknown.add(resource.id());
      }
    }
    stays =
        ownership -> wanted.contains(ownership.thing()) || unknown.contains(ownership.madeFor());
    Iterator<Removal> each = removals.values().iterator();
    while (each.hasNext()) {
      Removal removal = each.next();
      if (stays.test(removal.ownership)) {
        each.remove();
        if (removal.job.isRunning()) {
          Ticket ticket = removal.job.end().ticket();
          stragglers.callOff(ticket, removal.ownership, now, effects);
        }
      }
    }
    for (Ownership ownership : owned) {
      if (!stays.test(ownership)) {
        removals.computeIfAbsent(ownership.thing(), _ -> new Removal(ownership, now.wall()));
      }
    }
  }

  /** A thing that may have been made after the manifest in force was compared with the ledger. */
  void mayBeLeft(Ownership ownership, Supplier<Ticket> tickets, Moment now, List<Effect> effects) {
    if (!stays.test(ownership) && !removals.containsKey(ownership.thing())) {
      Removal removal = new Removal(ownership, now.wall());
      removals.put(ownership.thing(), removal);
      changes++;
    }
    startNext(tickets, now, effects);
  }

  /** Starts everything that may be deleted now, whatever its backoff says. */
  void startAll(Supplier<Ticket> tickets, Moment now, List<Effect> effects) {
    removals.values().forEach(removal -> removal.job.forgetFailures());
    startNext(tickets, now, effects);
  }

  /** What hung at that thing has ended. */
  void mayGoOn(OwnedThing thing, Supplier<Ticket> tickets, Moment now, List<Effect> effects) {
    Removal removal = removals.get(thing);
    if (removal != null && removal.waits) {
      removal.waits = false;
      removal.job.forgetFailures();
      startNext(tickets, now, effects);
    }
  }

  /** Starts what has not been tried yet and no longer has to wait for something else. */
  private void startNext(Supplier<Ticket> tickets, Moment now, List<Effect> effects) {
    Set<ResourceId> needed = neededBy(removals.values());
    Set<Removal> inACircle = needed.isEmpty() ? Set.of() : circle();
    for (Removal removal : removals.values()) {
      if (removal.isFresh()
          && !stragglers.areAt(removal.ownership.thing())
          && (!needed.contains(removal.ownership.madeFor()) || inACircle.contains(removal))) {
        startUnlessHung(removal, tickets, now, effects);
      }
    }
  }

  /** What the makers of these depended on: those go first, since they may use it to the end. */
  private static Set<ResourceId> neededBy(Collection<Removal> dependents) {
    Set<ResourceId> needed = new HashSet<>();
    dependents.forEach(removal -> needed.addAll(removal.ownership.dependsOn()));
    return needed;
  }

  /** Made for different generations, some may each claim to need the other: none can go first. */
  private Set<Removal> circle() {
    Set<Removal> left = new HashSet<>(removals.values());
    int before;
    do {
      before = left.size();
      Set<ResourceId> needed = neededBy(left);
      left.removeIf(removal -> !needed.contains(removal.ownership.madeFor()));
    } while (left.size() < before);
    return left;
  }

  void finished(
      Ticket ticket, Outcome outcome, Supplier<Ticket> tickets, Moment now, List<Effect> effects) {
    Iterator<Removal> each = removals.values().iterator();
    while (each.hasNext()) {
      Removal removal = each.next();
      if (!removal.job.isRunning(ticket)) {
        continue;
      }
      removal.job.end();
      switch (outcome) {
        case Outcome.Failed failed -> fail(removal, failed.error(), now);
        case Outcome.Unseen(ResourceError error) -> fail(removal, error, now);
        case Outcome.NotAvailable(String reason) ->
            fail(removal, new ResourceError("NotAvailable", reason), now);
        case Outcome.Removed _ -> {
          each.remove();
          changes++;
          startNext(tickets, now, effects);
        }
        case Outcome.InPlace _, Outcome.Changed _, Outcome.Underway _, Outcome.Surveyed _ ->
            throw new IllegalStateException("a removal cannot end in " + outcome);
      }
      return;
    }
  }

  void tick(Supplier<Ticket> tickets, Moment now, List<Effect> effects) {
    for (Removal removal : removals.values()) {
      if (removal.job.isOverdue(now)) {
        hung.abandon(removal.job.end().ticket(), removal.ownership.thing(), effects);
        fail(removal, new ResourceError("DeadlineExceeded", "was not deleted in time"), now);
      } else if (removal.job.isRetryDue(now)) {
        startUnlessHung(removal, tickets, now, effects);
      }
    }
  }

  /** Rises whenever {@link #statuses} would answer something else than before. */
  long changes() {
    return changes;
  }

  Optional<Moment> nextDue() {
    // Asked for with every result of a pass, and nearly always empty: a stream would cost more.
    Alarm earliest = new Alarm();
    for (Removal removal : removals.values()) {
      removal.job.due().ifPresent(earliest::noLaterThan);
    }
    return earliest.at();
  }

  SortedMap<ResourceId, ResourceStatus> statuses() {
    SortedMap<ResourceId, ResourceStatus> statuses = new TreeMap<>();
    for (Removal removal : removals.values()) {
      statuses.put(
          removal.ownership.madeFor(),
          new ResourceStatus(
              removal.ownership.thing().kind(),
              "",
              removal.since,
              removal.state,
              Optional.empty()));
    }
    return statuses;
  }

  boolean isSettled() {
    return removals.values().stream().noneMatch(removal -> removal.job.isRunning());
  }

  private void startUnlessHung(
      Removal removal, Supplier<Ticket> tickets, Moment now, List<Effect> effects) {
    if (!hung.areAt(removal.ownership.thing())) {
      start(removal, tickets, now, effects);
    } else if (!removal.waits || removal.job.isRetryDue(now)) {
      removal.waits = true;
      Moment retry = now.plus(settings.longestRetry());
      removal.job.failed(now, retry);
      changes++;
      int failures = Math.max(1, removal.job.failures());
      removal.become(new ResourceState.Failed(Hung.ERROR, failures, retry.wall()), now.wall());
    }
  }

  private void start(Removal removal, Supplier<Ticket> tickets, Moment now, List<Effect> effects) {
    Ticket ticket = tickets.get();
    Duration time = patience.with(removal.ownership.thing(), settings.deadline());
    removal.job.start(new Job.Run(ticket, now, now.plus(time)));
    effects.add(new Effect.Start(ticket, new Work.Remove(removal.ownership)));
  }

  private void fail(Removal removal, ResourceError error, Moment now) {
    int failures = removal.job.countFailure();
    Moment retry = now.plus(backoff.after(failures));
    removal.job.failed(now, retry);
    changes++;
    removal.become(new ResourceState.Failed(error, failures, retry.wall()), now.wall());
  }
}
