package io.harmonyagent.core.engine;

import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.manifest.UnknownSpec;
import io.harmonyagent.core.status.Drift;
import io.harmonyagent.core.status.ResourceError;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import io.harmonyagent.core.time.Moment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The mini-kubelet's mind: which resource is worked on when, and what state that leaves it in.
 *
 * <p>Assumes one owner: it is not safe for use by several threads. Assumes that hints may be
 * missing, doubled or wrong; the periodic pass alone must converge, and a hint only makes it
 * sooner.
 */
public final class Engine {
  private final EngineSettings settings;
  private final Backoff backoff;
  private final Map<ResourceId, Track> tracks = new LinkedHashMap<>();
  private final Map<ResourceId, List<Track>> dependents = new HashMap<>();
  private final Removals removals;
  private final Map<Ticket, Track> running = new HashMap<>();
  private long generation;
  private long observedGeneration;
  private long tickets;
  private long changes;
  private @Nullable Moment nothingDueBefore;

  public Engine(EngineSettings settings, RandomGenerator random) {
    this.settings = settings;
    this.backoff = new Backoff(settings, random);
    this.removals = new Removals(settings, backoff);
  }

  /** A manifest is in force. Everything in it is looked at, and what nobody wants is removed. */
  public List<Effect> accept(AgentManifest manifest, Collection<Ownership> owned, Moment now) {
    List<Effect> effects = new ArrayList<>();
    Map<ResourceId, Track> before = new HashMap<>(tracks);
    tracks.clear();
    dependents.clear();
    generation = manifest.generation();
    changes++;
    for (ManagedResource resource : manifest.resources()) {
      Track known = before.remove(resource.id());
      Track track = known == null ? new Track(resource, now.wall()) : known;
      track.want(resource, now.wall());
      tracks.put(resource.id(), track);
    }
    before.values().forEach(gone -> abandon(gone, effects));
    for (Track track : tracks.values()) {
      for (ResourceId dependency : track.resource().dependsOn()) {
        dependents.computeIfAbsent(dependency, _ -> new ArrayList<>()).add(track);
      }
    }
    removals.want(manifest, owned, now.wall(), effects);
    removals.startAll(this::nextTicket, now, effects);
    removals.nextDue().ifPresent(this::noteDue);
    tracks.values().forEach(track -> consider(track, true, now, effects));
    noteObserved();
    return effects;
  }

  /** Looks at everything; what is under way already, or waits for its retry, is left alone. */
  public List<Effect> pass(boolean thorough, Moment now) {
    List<Effect> effects = new ArrayList<>();
    for (Track track : tracks.values()) {
      if (!track.job.isRunning() && track.job.failures() == 0) {
        consider(track, thorough, now, effects);
      }
    }
    return effects;
  }

  /**
   * Something may have happened to a resource: look at it now, whatever its backoff says. Only what
   * our own failed try stirred up must not count, or it would drive itself round without a pause.
   */
  public List<Effect> hint(ResourceId id, Moment now) {
    List<Effect> effects = new ArrayList<>();
    Track track = tracks.get(id);
    if (track != null && !track.job.mayBeEcho(now)) {
      if (!track.job.isRunning()) {
        track.job.forgetFailures();
      }
      consider(track, false, now, effects);
    }
    return effects;
  }

  /** A piece of work ended. A result that nobody waits for any longer changes nothing. */
  public List<Effect> finished(Ticket ticket, Outcome outcome, Moment now) {
    List<Effect> effects = new ArrayList<>();
    Track track = running.remove(ticket);
    if (track == null) {
      removals.finished(ticket, outcome, now);
      removals.nextDue().ifPresent(this::noteDue);
    } else if (track.job.isRunning(ticket)) {
      settle(track, outcome, now, effects);
    }
    noteObserved();
    return effects;
  }

  /** Does what has become due: deadlines that passed, and retries. */
  public List<Effect> tick(Moment now) {
    if (nothingDueBefore == null || now.isBefore(nothingDueBefore)) {
      return List.of();
    }
    List<Effect> effects = new ArrayList<>();
    for (Track track : tracks.values()) {
      if (track.job.isOverdue(now)) {
        String message =
            "gave no result within " + settings.deadline().toSeconds() + " s; it is tried again";
        abandon(track, effects);
        if (track.startedForAnotherSpec()) {
          startAfresh(track, now, effects);
        } else {
          fail(track, new ResourceError("DeadlineExceeded", message), now);
        }
      } else if (track.job.isRetryDue(now)) {
        consider(track, false, now, effects);
      }
    }
    removals.tick(this::nextTicket, now, effects);
    noteObserved();
    nothingDueBefore = nextDue().orElse(null);
    return effects;
  }

  /**
   * No later than {@link #nextDue}, and known without looking at every resource: what a loop that
   * turns with every result can afford to ask.
   */
  public Optional<Moment> mayBeDueAt() {
    return Optional.ofNullable(nothingDueBefore);
  }

  /** When {@link #tick} has something to do next, if ever. */
  public Optional<Moment> nextDue() {
    Moment earliest = null;
    for (Track track : tracks.values()) {
      earliest = earlier(earliest, track.job.due());
    }
    return Optional.ofNullable(earlier(earliest, removals.nextDue()));
  }

  public long manifestGeneration() {
    return generation;
  }

  public long observedGeneration() {
    return observedGeneration;
  }

  /** Rises whenever {@link #statuses} would answer something else than before. */
  public long changes() {
    return changes + removals.changes();
  }

  /** The state of every resource, and of what is being deleted. */
  public SortedMap<ResourceId, ResourceStatus> statuses() {
    SortedMap<ResourceId, ResourceStatus> statuses = new TreeMap<>(removals.statuses());
    tracks.forEach(
        (id, track) -> {
          // A resource that moved is not done before what it left behind is gone.
          if (!track.isReady() || !statuses.containsKey(id)) {
            statuses.put(id, track.status());
          }
        });
    return statuses;
  }

  /** Whether nothing is under way and nothing ever will be without a further event. */
  public boolean isSettled() {
    return running.isEmpty() && removals.isSettled();
  }

  /** Starts work on a resource if it can be worked on; else says what it waits for. */
  private void consider(Track track, boolean thorough, Moment now, List<Effect> effects) {
    if (track.resource().spec() instanceof UnknownSpec) {
      become(track, new ResourceState.UnknownResource(), now.wall());
      return;
    }
    if (track.job.isRunning()) {
      track.job.wantAgain();
      return;
    }
    List<ResourceId> missing = missingDependencies(track);
    if (!missing.isEmpty() && !track.isReady()) {
      track.job.cancelRetry();
      become(track, ResourceState.Blocked.byDependencies(missing), now.wall());
      return;
    }
    if (track.state() instanceof ResourceState.Pending
        || track.state() instanceof ResourceState.Blocked) {
      become(track, new ResourceState.Reconciling(), now.wall());
    }
    Ticket ticket = nextTicket();
    track.start();
    Moment deadline = now.plus(settings.deadline());
    track.job.start(new Job.Run(ticket, now, deadline));
    noteDue(deadline);
    running.put(ticket, track);
    effects.add(new Effect.Start(ticket, new Work.Reconcile(track.resource(), thorough)));
  }

  private void settle(Track track, Outcome outcome, Moment now, List<Effect> effects) {
    Job.Run run = track.job.end();
    if (track.startedForAnotherSpec()) {
      startAfresh(track, now, effects);
      return;
    }
    switch (outcome) {
      case Outcome.InPlace(var details) ->
          ready(track, new ResourceState.Ready(details), now, effects);
      case Outcome.Changed(var what, var details) -> {
        if (track.isReady()) {
          changes++;
          track.drifted(
              new Drift(run.startedAt().wall(), what, now.since(run.startedAt()).toMillis()));
        }
        ready(track, new ResourceState.Ready(details), now, effects);
      }
      case Outcome.Failed(var error) -> fail(track, error, now);
      case Outcome.Removed _ ->
          throw new IllegalStateException("a reconcile cannot end in Removed");
    }
    if (track.job.isWantedAgain() && track.isReady()) {
      consider(track, false, now, effects);
    }
  }

  /** What work for an earlier spec made was not known yet when the newer manifest was accepted. */
  private void startAfresh(Track track, Moment now, List<Effect> effects) {
    OwnedThing.of(track.started().spec())
        .map(thing -> new Ownership(thing, track.resource().id()))
        .ifPresent(made -> removals.mayBeLeft(made, this::nextTicket, now, effects));
    removals.nextDue().ifPresent(this::noteDue);
    consider(track, true, now, effects);
  }

  private void ready(Track track, ResourceState.Ready state, Moment now, List<Effect> effects) {
    track.job.succeeded();
    become(track, state, now.wall());
    for (Track dependent : dependents.getOrDefault(track.resource().id(), List.of())) {
      if (dependent.state() instanceof ResourceState.Blocked) {
        consider(dependent, true, now, effects);
      }
    }
  }

  private void fail(Track track, ResourceError error, Moment now) {
    int failures = track.job.countFailure();
    Moment retry = now.plus(backoff.after(failures));
    track.job.failed(now, retry);
    noteDue(retry);
    become(track, new ResourceState.Failed(error, failures, retry.wall()), now.wall());
  }

  private void become(Track track, ResourceState state, Instant now) {
    if (track.become(state, now)) {
      changes++;
    }
  }

  private void abandon(Track track, List<Effect> effects) {
    if (track.job.isRunning()) {
      Ticket ticket = track.job.end().ticket();
      running.remove(ticket);
      effects.add(new Effect.Abandon(ticket));
    }
  }

  private List<ResourceId> missingDependencies(Track track) {
    List<ResourceId> missing = new ArrayList<>();
    for (ResourceId id : track.resource().dependsOn()) {
      Track dependency = tracks.get(id);
      if (dependency == null || !dependency.isReady()) {
        missing.add(id);
      }
    }
    return missing;
  }

  private void noteObserved() {
    if (observedGeneration != generation && tracks.values().stream().allMatch(Track::isDecided)) {
      observedGeneration = generation;
      changes++;
    }
  }

  private void noteDue(Moment due) {
    nothingDueBefore = earlier(nothingDueBefore, Optional.of(due));
  }

  private Ticket nextTicket() {
    return new Ticket(++tickets);
  }

  private static @Nullable Moment earlier(@Nullable Moment one, Optional<Moment> other) {
    if (other.isEmpty()) {
      return one;
    }
    return one == null || other.get().isBefore(one) ? other.get() : one;
  }
}
