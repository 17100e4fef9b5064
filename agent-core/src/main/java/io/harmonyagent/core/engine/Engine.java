package io.harmonyagent.core.engine;

import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.manifest.UnknownSpec;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.status.ResourceError;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import io.harmonyagent.core.time.Moment;
import java.time.Duration;
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

/**
 * The mini-kubelet's mind: which resource is worked on when, and what state that leaves it in.
 *
 * <p>Assumes one owner: it is not safe for use by several threads. Assumes that hints may be
 * missing, doubled or wrong; the periodic pass alone must converge, and a hint only makes it
 * sooner.
 */
public final class Engine {
  private static final Duration LOOK_FOR_MISSING = Duration.ofSeconds(5);

  private final EngineSettings settings;
  private final Backoff backoff;
  private final Map<ResourceId, Track> tracks = new LinkedHashMap<>();
  private final Dependencies dependencies = new Dependencies();
  private final Restarts restarts = new Restarts();
  private final Hung hung = new Hung();
  private final Stragglers stragglers = new Stragglers(hung);
  private final Removals removals;
  private final Map<Ticket, Track> running = new HashMap<>();
  private final Surveys surveys;
  private final Alarm alarm = new Alarm();
  private long generation;
  private long observedGeneration;
  private long tickets;
  private long changes;

  public Engine(EngineSettings settings, RandomGenerator random) {
    this(settings, random, (_, usual) -> usual);
  }

  public Engine(EngineSettings settings, RandomGenerator random, DeletionPatience patience) {
    this.settings = settings;
    this.backoff = new Backoff(settings, random);
    this.removals = new Removals(settings, backoff, stragglers, hung, patience);
    this.surveys = new Surveys(settings.deadline());
  }

  /** A manifest is in force. Everything in it is looked at, and what nobody wants is removed. */
  public List<Effect> accept(AgentManifest manifest, Collection<Ownership> owned, Moment now) {
    List<Effect> effects = new ArrayList<>();
    Map<ResourceId, Track> before = new HashMap<>(tracks);
    List<Ownership> unwanted = new ArrayList<>(owned);
    tracks.clear();
    stragglers.forgetWaiting();
    hung.forgetWaiting();
    generation = manifest.generation();
    changes++;
    for (ManagedResource resource : manifest.resources()) {
      Track known = before.remove(resource.id());
      Track track = known == null ? new Track(resource, now.wall()) : known;
      if (!track.isAtTheThingOf(resource)) {
        leave(track, now, effects).ifPresent(unwanted::add);
      }
      track.want(resource, now.wall());
      callOffIfOutdated(track, now, effects);
      tracks.put(resource.id(), track);
    }
    for (Track gone : before.values()) {
      leave(gone, now, effects).ifPresent(unwanted::add);
    }
    dependencies.want(tracks.values());
    restarts.want(tracks.values());
    removals.want(manifest, unwanted, now, effects);
    removals.startAll(this::nextTicket, now, effects);
    surveys.wantShortly(now);
    considerAll(now, effects);
    noteObserved();
    wakeInTime();
    return effects;
  }

  /** What is new comes first: what stands already is only looked at, and must not be in the way. */
  private void considerAll(Moment now, List<Effect> effects) {
    List<Track> standing = new ArrayList<>();
    for (Track track : tracks.values()) {
      if (track.isReady()) {
        standing.add(track);
      } else {
        consider(track, true, now, effects);
      }
    }
    standing.forEach(track -> consider(track, false, now, effects));
  }

  /**
   * Looks at everything; what is under way already, or waits for its retry, is left alone. Where it
   * was decided not to try there is nothing to retry, and a look finds out that this has changed.
   */
  public List<Effect> pass(boolean thorough, Moment now) {
    List<Effect> effects = new ArrayList<>();
    for (Track track : tracks.values()) {
      if (!track.job.isRunning() && !track.job.waitsForRetry()) {
        consider(track, thorough, now, effects);
      }
    }
    surveys.pass(thorough, this::nextTicket, now, effects);
    wakeInTime();
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

  /**
   * A piece of work ended. What came of it when nobody waits for it any longer says nothing; that
   * it ended lets those go on who must not be at the same thing.
   */
  public List<Effect> finished(Ticket ticket, Outcome outcome, Moment now) {
    List<Effect> effects = new ArrayList<>();
    Track track = running.remove(ticket);
    Optional<Stragglers.End> end = stragglers.ended(ticket);
    Optional<Hung.End> atLast = hung.ended(ticket);
    if (atLast.isPresent()) {
      goOnAfter(atLast.get(), now, effects);
    } else if (end.isPresent()) {
      goOnAfter(end.get(), now, effects);
    } else if (surveys.isRunning(ticket)) {
      surveys.ended(outcome).forEach(o -> removals.mayBeLeft(o, this::nextTicket, now, effects));
    } else if (track == null) {
      removals.finished(ticket, outcome, this::nextTicket, now, effects);
    } else if (track.job.isRunning(ticket)) {
      settle(track, outcome, now, effects);
    }
    noteObserved();
    wakeInTime();
    return effects;
  }

  /** Does what has become due: deadlines that passed, and retries. */
  public List<Effect> tick(Moment now) {
    if (!alarm.rings(now)) {
      return List.of();
    }
    List<Effect> effects = new ArrayList<>();
    for (Track track : tracks.values()) {
      if (track.job.isOverdue(now)) {
        overdue(track, now, effects);
      } else if (track.job.isRetryDue(now)) {
        consider(track, false, now, effects);
      }
    }
    for (Stragglers.End end : stragglers.giveUp(now, effects)) {
      goOnAfter(end, now, effects);
    }
    removals.tick(this::nextTicket, now, effects);
    surveys.tick(this::nextTicket, now, effects);
    noteObserved();
    alarm.reset(nextDue());
    return effects;
  }

  /**
   * No later than {@link #nextDue}, and known without looking at every resource: what a loop that
   * turns with every result can afford to ask.
   */
  public Optional<Moment> mayBeDueAt() {
    return alarm.at();
  }

  /** When {@link #tick} has something to do next, if ever. */
  public Optional<Moment> nextDue() {
    Alarm earliest = new Alarm();
    for (Track track : tracks.values()) {
      track.job.due().ifPresent(earliest::noLaterThan);
    }
    removals.nextDue().ifPresent(earliest::noLaterThan);
    stragglers.due().ifPresent(earliest::noLaterThan);
    surveys.due().ifPresent(earliest::noLaterThan);
    return earliest.at();
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
    return running.isEmpty() && removals.isSettled() && stragglers.isEmpty();
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
    List<ResourceId> missing = dependencies.missing(track);
    if (!missing.isEmpty() && !track.isReady()) {
      track.job.cancelRetry();
      track.setUnavailable(false);
      become(track, ResourceState.Blocked.byDependencies(missing), now.wall());
      return;
    }
    if (track.state() instanceof ResourceState.Pending
        || (track.state() instanceof ResourceState.Blocked && !track.isUnavailable())) {
      become(track, new ResourceState.Reconciling(), now.wall());
    }
    if (stragglers.makeWait(track)) {
      track.job.cancelRetry();
      return;
    }
    if (hung.makeWait(track)) {
      sayThatItHangs(track, now);
      return;
    }
    Ticket ticket = nextTicket();
    track.start();
    Moment deadline = now.plus(patience(track));
    track.job.start(new Job.Run(ticket, now, deadline));
    alarm.noLaterThan(deadline);
    running.put(ticket, track);
    effects.add(
        new Effect.Start(
            ticket, new Work.Reconcile(track.resource(), thorough, restarts.causeFor(track))));
  }

  private void settle(Track track, Outcome outcome, Moment now, List<Effect> effects) {
    Job.Run run = track.job.end();
    if (track.startedForAnotherSpec() || track.job.isCalledOff()) {
      consider(track, true, now, effects);
      return;
    }
    track.setUnavailable(outcome instanceof Outcome.NotAvailable);
    if (outcome.restarted()) {
      track.restarted();
    }
    switch (outcome) {
      case Outcome.InPlace(var details) -> ready(track, details, false, now, effects);
      case Outcome.Changed(var what, var details, var _) -> {
        track.damaged(run.startedAt(), what);
        ready(track, details, true, now, effects);
      }
      case Outcome.Underway(var what, var lookAgainIn, var _) -> {
        track.damaged(run.startedAt(), what);
        lookAgain(track, now.plus(lookAgainIn));
        become(track, new ResourceState.Reconciling(what), now.wall());
      }
      case Outcome.NotAvailable(var reason) -> {
        lookAgain(track, now.plus(LOOK_FOR_MISSING));
        become(track, new ResourceState.Blocked(reason), now.wall());
      }
      case Outcome.Unseen(var error) -> fail(track, error, now);
      case Outcome.Failed(var error, var retryAfter, var _) -> {
        track.damaged(run.startedAt(), error.message());
        if (retryAfter.isPresent()) {
          refuse(track, error, now.plus(retryAfter.get()), now);
        } else {
          fail(track, error, now);
        }
      }
      case Outcome.Removed _, Outcome.Surveyed _ ->
          throw new IllegalStateException("a reconcile cannot end in " + outcome);
    }
    if (track.job.isWantedAgain() && !track.job.waitsForRetry()) {
      consider(track, false, now, effects);
    }
  }

  private void overdue(Track track, Moment now, List<Effect> effects) {
    abandon(track, effects);
    if (track.startedForAnotherSpec() || track.job.isCalledOff()) {
      consider(track, true, now, effects);
    } else {
      String message =
          "gave no result within " + patience(track).toSeconds() + " s; it is tried again";
      fail(track, new ResourceError("DeadlineExceeded", message), now);
    }
  }

  private void ready(
      Track track, ResourceDetails details, boolean changed, Moment now, List<Effect> effects) {
    boolean wasReady = track.isReady();
    boolean repaired = track.repaired(now);
    changes += repaired ? 1 : 0;
    track.job.succeeded();
    become(track, new ResourceState.Ready(details), now.wall());
    for (Track dependent : dependencies.on(track)) {
      if (dependent.state() instanceof ResourceState.Blocked && !dependent.isUnavailable()) {
        consider(dependent, true, now, effects);
      }
    }
    if (!wasReady || changed) {
      for (Track other : restarts.causedBy(track)) {
        if (repaired) {
          other.restartFor(track.resource().id());
        }
        if (!other.job.waitsForRetry()) {
          consider(other, false, now, effects);
        }
      }
    }
  }

  private void fail(Track track, ResourceError error, Moment now) {
    int failures = track.job.countFailure();
    Moment retry = now.plus(backoff.after(failures));
    track.job.failed(now, retry);
    alarm.noLaterThan(retry);
    become(track, new ResourceState.Failed(error, failures, retry.wall()), now.wall());
  }

  /** That it is as it was when somebody looks earlier is no further failure, and no news. */
  private void refuse(Track track, ResourceError error, Moment until, Moment now) {
    Optional<Moment> before = track.job.refusedUntil().filter(now::isBefore);
    boolean same =
        before.isPresent()
            && track.state() instanceof ResourceState.Failed(var known, var _, var _)
            && known.equals(error);
    int failures = same ? track.job.failures() : track.job.countFailure();
    Moment retry = same && before.get().isBefore(until) ? before.get() : until;
    track.job.refused(retry);
    alarm.noLaterThan(retry);
    become(track, new ResourceState.Failed(error, failures, retry.wall()), now.wall());
  }

  /** No further try, so no further failure; and said once. */
  private void sayThatItHangs(Track track, Moment now) {
    if (track.job.refusedUntil().filter(now::isBefore).isEmpty()) {
      Moment retry = now.plus(settings.longestRetry());
      track.job.refused(retry);
      alarm.noLaterThan(retry);
      int tries = Math.max(1, track.job.failures());
      become(track, new ResourceState.Failed(Hung.ERROR, tries, retry.wall()), now.wall());
    }
  }

  private void lookAgain(Track track, Moment when) {
    track.job.lookAgain(when);
    alarm.noLaterThan(when);
  }

  private Duration patience(Track track) {
    return track.started().spec().patience(settings.deadline());
  }

  private void become(Track track, ResourceState state, Instant now) {
    if (track.become(state, now)) {
      changes++;
    }
  }

  /** Work for a spec that was corrected must not be waited for: it may be what hangs. */
  private void callOffIfOutdated(Track track, Moment now, List<Effect> effects) {
    if (track.job.isRunning() && track.startedForAnotherSpec() && !track.job.isCalledOff()) {
      Moment deadline = now.plus(Stragglers.TO_END);
      effects.add(new Effect.CallOff(track.job.callOff(deadline)));
      alarm.noLaterThan(deadline);
    }
  }

  private void abandon(Track track, List<Effect> effects) {
    Ticket ticket = track.job.end().ticket();
    running.remove(ticket);
    hung.abandon(ticket, OwnedThing.of(track.started().spec()).orElseThrow(), effects);
  }

  /** Nobody wants what it is at. Answers that this may have been made by then, and is to go. */
  private Optional<Ownership> leave(Track track, Moment now, List<Effect> effects) {
    if (!track.job.isRunning()) {
      return Optional.empty();
    }
    Ticket ticket = track.job.end().ticket();
    running.remove(ticket);
    OwnedThing thing = OwnedThing.of(track.started().spec()).orElseThrow();
    Ownership made = Ownership.of(thing, track.started().id()).madeFor(track.started());
    stragglers.callOff(ticket, made, now, effects);
    return Optional.of(made);
  }

  /** Whoever waited for it goes on; and if nobody wants what it has made, that has to go. */
  private void goOnAfter(Stragglers.End end, Moment now, List<Effect> effects) {
    end.waiting().ifPresent(track -> consider(track, true, now, effects));
    removals.mayBeLeft(end.made(), this::nextTicket, now, effects);
  }

  private void goOnAfter(Hung.End end, Moment now, List<Effect> effects) {
    end.waiting()
        .ifPresent(
            track -> {
              become(track, new ResourceState.Reconciling(), now.wall());
              consider(track, true, now, effects);
            });
    removals.mayGoOn(end.thing(), this::nextTicket, now, effects);
  }

  /** What the parts have to do next may be due before the alarm rings. */
  private void wakeInTime() {
    removals.nextDue().ifPresent(alarm::noLaterThan);
    stragglers.due().ifPresent(alarm::noLaterThan);
    surveys.due().ifPresent(alarm::noLaterThan);
  }

  private void noteObserved() {
    if (observedGeneration != generation && tracks.values().stream().allMatch(Track::isDecided)) {
      observedGeneration = generation;
      changes++;
    }
  }

  private Ticket nextTicket() {
    return new Ticket(++tickets);
  }
}
