package io.harmonyagent.core.engine;

import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.FileContent;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.manifest.ResourceSpec;
import io.harmonyagent.core.manifest.UnknownSpec;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.status.ResourceError;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import io.harmonyagent.core.time.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** An engine with a clock that is moved by hand, and everything that it has under way. */
final class Device {
  static final EngineSettings SETTINGS =
      new EngineSettings(Duration.ofSeconds(30), Duration.ofSeconds(1), Duration.ofMinutes(5));

  final Engine engine;
  final Map<Ticket, Work> underWay = new LinkedHashMap<>();
  final List<Ticket> abandoned = new ArrayList<>();
  final List<Ticket> calledOff = new ArrayList<>();
  final List<Ticket> surveys = new ArrayList<>();
  boolean holdsSurveys;

  /** Whether what is abandoned hangs on, and does not end as it is told to. */
  boolean hangs;

  private Moment now = new Moment(Instant.parse("2026-01-31T12:00:00Z"), 1_000);
  private long generation;

  Device() {
    this((_, usual) -> usual);
  }

  Device(DeletionPatience patience) {
    engine = new Engine(SETTINGS, new SplittableRandom(1), patience);
  }

  Moment now() {
    return now;
  }

  /** Accepts a further generation in which nothing was made before. */
  void accept(ManagedResource... resources) {
    acceptOwning(List.of(), resources);
  }

  void acceptOwning(List<Ownership> owned, ManagedResource... resources) {
    generation++;
    carryOut(
        engine.accept(
            new AgentManifest(
                generation, false, List.of(resources), Optional.empty(), Optional.empty(), 0),
            owned,
            now));
    if (!holdsSurveys) {
      carryOut(engine.tick(now.plus(Surveys.AFTER_A_MANIFEST)));
    }
  }

  void passes(Duration time) {
    now = now.plus(time);
    carryOut(engine.tick(now));
  }

  /** Moves the clock, and nobody has looked at it yet. */
  void later(Duration time) {
    now = now.plus(time);
  }

  /** Moves the clock to the next thing that is due, and does it. */
  void untilNextDue() {
    Moment due = engine.nextDue().orElseThrow();
    passes(due.since(now));
  }

  void pass(boolean thorough) {
    carryOut(engine.pass(thorough, now));
  }

  void hint(String id) {
    carryOut(engine.hint(new ResourceId(id), now));
  }

  void inPlace(String id) {
    finish(ticketOf(id), new Outcome.InPlace(details(id)));
  }

  void changed(String id, String what) {
    finish(ticketOf(id), new Outcome.Changed(what, details(id)));
  }

  void restarted(String id) {
    finish(ticketOf(id), new Outcome.Changed("restart", details(id), true));
  }

  void underway(String id, String what, Duration lookAgainIn) {
    finish(ticketOf(id), new Outcome.Underway(what, lookAgainIn));
  }

  void notAvailable(String id, String reason) {
    finish(ticketOf(id), new Outcome.NotAvailable(reason));
  }

  void fails(String id) {
    finish(ticketOf(id), new Outcome.Failed(new ResourceError("Broken", id + " is broken")));
  }

  void cannotBeSeen(String id) {
    finish(ticketOf(id), new Outcome.Unseen(new ResourceError("Broken", id + " is hidden")));
  }

  void removed(String path) {
    finish(ticketOfRemoval(path), new Outcome.Removed());
  }

  void removalFails(String path) {
    finish(ticketOfRemoval(path), new Outcome.Failed(new ResourceError("Stuck", "stays")));
  }

  /** The survey that is under way finds these. */
  void surveyFinds(Ownership... found) {
    finish(surveys.removeFirst(), new Outcome.Surveyed(List.of(found), true));
  }

  void finish(Ticket ticket, Outcome outcome) {
    underWay.remove(ticket);
    carryOut(engine.finished(ticket, outcome, now));
  }

  /** What was abandoned has ended. */
  void endsAtLast(Ticket ticket) {
    finish(ticket, new Outcome.Failed(new ResourceError("Abandoned", "came too late")));
  }

  /** The ids that are worked on, in the order of their starts. */
  List<String> worksOn() {
    return underWay.values().stream()
        .map(
            work ->
                switch (work) {
                  case Work.Reconcile reconcile -> reconcile.resource().id().value();
                  case Work.Remove remove -> "-" + remove.ownership().thing().key();
                  case Work.Survey _ -> "survey";
                })
        .toList();
  }

  Ticket ticketOf(String id) {
    return underWay.entrySet().stream()
        .filter(
            entry ->
                entry.getValue() instanceof Work.Reconcile reconcile
                    && reconcile.resource().id().value().equals(id))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(() -> new AssertionError("nothing is under way for " + id));
  }

  Ticket ticketOfRemoval(String path) {
    return underWay.entrySet().stream()
        .filter(
            entry ->
                entry.getValue() instanceof Work.Remove remove
                    && remove.ownership().thing().key().equals(path))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no removal is under way for " + path));
  }

  Work.Reconcile workOn(String id) {
    return (Work.Reconcile) Optional.ofNullable(underWay.get(ticketOf(id))).orElseThrow();
  }

  ResourceStatus status(String id) {
    return Optional.ofNullable(engine.statuses().get(new ResourceId(id)))
        .orElseThrow(() -> new AssertionError("no status of " + id));
  }

  String state(String id) {
    return status(id).state().wireName();
  }

  ResourceState.Failed failure(String id) {
    return (ResourceState.Failed) status(id).state();
  }

  static ManagedResource file(String id, String... dependsOn) {
    return fileAt(id, "/" + id, "content", dependsOn);
  }

  static ManagedResource fileAt(String id, String path, String content, String... dependsOn) {
    return resource(
        id,
        new FileSpec(
            path, 0644, Optional.empty(), Optional.empty(), FileContent.inline(content), false),
        path + content,
        dependsOn);
  }

  static ManagedResource unknown(String id, String... dependsOn) {
    return resource(id, new UnknownSpec("Quantum"), "quantum", dependsOn);
  }

  static Ownership owned(String path, String madeFor) {
    return Ownership.of(new OwnedThing(FileSpec.KIND, path), new ResourceId(madeFor));
  }

  private static ManagedResource resource(
      String id, ResourceSpec spec, String hash, String... dependsOn) {
    List<ResourceId> dependencies = List.of(dependsOn).stream().map(ResourceId::new).toList();
    return new ManagedResource(new ResourceId(id), dependencies, List.of(), spec, hash);
  }

  private static ResourceDetails details(String id) {
    return new ResourceDetails.FileDetails("/" + id, "sum", 7);
  }

  private void carryOut(List<Effect> effects) {
    for (Effect effect : effects) {
      switch (effect) {
        case Effect.Start(Ticket ticket, Work.Survey _) -> {
          surveys.add(ticket);
          if (!holdsSurveys) {
            surveyFinds();
          }
        }
        case Effect.Start(Ticket ticket, Work work) -> underWay.put(ticket, work);
        case Effect.CallOff(Ticket ticket) -> calledOff.add(ticket);
        case Effect.Abandon(Ticket ticket) -> {
          underWay.remove(ticket);
          surveys.remove(ticket);
          abandoned.add(ticket);
          if (!hangs) {
            endsAtLast(ticket);
          }
        }
      }
    }
  }
}
