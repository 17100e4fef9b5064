package io.harmonyagent.core.plan;

import io.harmonyagent.core.engine.OwnedThing;
import io.harmonyagent.core.engine.Ownership;
import io.harmonyagent.core.ledger.Ledger;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.manifest.UnknownSpec;
import io.harmonyagent.core.reconcile.Decision;
import io.harmonyagent.core.reconcile.Foresight;
import io.harmonyagent.core.reconcile.Reconcilers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Says what applying a manifest would do, with the same looks and the same decisions that applying
 * it takes. It changes nothing, and needs no claim on the device: an agent may be at work on it.
 */
public final class Planner {
  private final Reconcilers reconcilers;
  private final Ledger ledger;

  /** The ledger as {@link Ledger#view} reads it; the reconcilers must have the same one. */
  public Planner(Reconcilers reconcilers, Ledger ledger) {
    this.reconcilers = reconcilers;
    this.ledger = ledger;
  }

  public Plan plan(AgentManifest manifest) {
    Map<ResourceId, ManagedResource> waiting = new LinkedHashMap<>();
    manifest.resources().forEach(resource -> waiting.put(resource.id(), resource));
    Map<ResourceId, Plan.Step> planned = new LinkedHashMap<>();
    // Each round takes those that depend on nothing that is still waiting; there are no circles.
    while (!waiting.isEmpty()) {
      List<ManagedResource> next =
          waiting.values().stream()
              .filter(resource -> resource.dependsOn().stream().noneMatch(waiting::containsKey))
              .toList();
      for (ManagedResource resource : next) {
        planned.put(resource.id(), step(resource, planned));
        waiting.remove(resource.id());
      }
    }
    for (ManagedResource resource : manifest.resources()) {
      planned.computeIfPresent(resource.id(), (_, step) -> withRestart(resource, step, planned));
    }
    List<Plan.Step> steps = new ArrayList<>(planned.values());
    steps.addAll(deletions(manifest));
    return new Plan(manifest.generation(), steps);
  }

  private Plan.Step step(ManagedResource resource, Map<ResourceId, Plan.Step> planned) {
    String key = OwnedThing.of(resource.spec()).map(OwnedThing::key).orElse("");
    Change change =
        resource.spec() instanceof UnknownSpec
            ? new Change.Blocked("this version does not know the kind")
            : change(resource, planned);
    return new Plan.Step(resource.id(), resource.spec().kind(), key, change);
  }

  private Change change(ManagedResource resource, Map<ResourceId, Plan.Step> planned) {
    List<String> inTheWay = new ArrayList<>();
    for (ResourceId id : resource.dependsOn()) {
      Change dependency = Optional.ofNullable(planned.get(id)).orElseThrow().change();
      if (dependency instanceof Change.Blocked) {
        inTheWay.add(id.value());
      }
    }
    Foresight seen = reconcilers.foresee(resource);
    if (!inTheWay.isEmpty() && !(seen.decision() instanceof Decision.Nothing)) {
      return new Change.Blocked("waits for " + String.join(", ", inTheWay));
    }
    if (seen.obstacle().isPresent()) {
      return new Change.Blocked(seen.obstacle().get());
    }
    return switch (seen.decision()) {
      case Decision.Nothing _, Decision.Wait _ -> new Change.AlreadyApplied();
      case Decision.Create _ -> new Change.WillCreate();
      case Decision.Update(String differences) -> new Change.WillUpdate(differences);
      case Decision.Replace(String differences) -> new Change.WillReplace(differences);
      case Decision.Blocked(String reason) -> new Change.Blocked(reason);
      case Decision.Refuse refuse ->
          new Change.Blocked(refuse.error().code() + ": " + refuse.error().message());
    };
  }

  /** What has run with the old form of a resource that will change is started anew with the new. */
  private Plan.Step withRestart(
      ManagedResource resource, Plan.Step step, Map<ResourceId, Plan.Step> planned) {
    boolean hasStarted =
        OwnedThing.of(resource.spec())
            .flatMap(ledger::find)
            .filter(owned -> !owned.startedWith().isEmpty())
            .isPresent();
    if (!(step.change() instanceof Change.AlreadyApplied) || !hasStarted) {
      return step;
    }
    for (ResourceId cause : resource.restartOn()) {
      if (Optional.ofNullable(planned.get(cause)).orElseThrow().change().isChange()) {
        return new Plan.Step(
            step.id(),
            step.kind(),
            step.key(),
            new Change.WillUpdate("restart: " + cause + " changes"));
      }
    }
    return step;
  }

  /** Those that depended on others come first. */
  private List<Plan.Step> deletions(AgentManifest manifest) {
    Set<OwnedThing> wanted = new HashSet<>();
    Set<ResourceId> unknown = new HashSet<>();
    for (ManagedResource resource : manifest.resources()) {
      OwnedThing.of(resource.spec()).ifPresent(wanted::add);
      if (resource.spec() instanceof UnknownSpec) {
        unknown.add(resource.id());
      }
    }
    List<Ownership> left = new ArrayList<>();
    for (Ownership owned : ledger.owned()) {
      if (!wanted.contains(owned.thing()) && !unknown.contains(owned.madeFor())) {
        left.add(owned);
      }
    }
    List<Plan.Step> steps = new ArrayList<>();
    while (!left.isEmpty()) {
      Set<ResourceId> needed = new HashSet<>();
      left.forEach(owned -> needed.addAll(owned.dependsOn()));
      List<Ownership> next =
          left.stream().filter(owned -> !needed.contains(owned.madeFor())).toList();
      List<Ownership> round = next.isEmpty() ? List.copyOf(left) : next;
      for (Ownership owned : round) {
        steps.add(
            new Plan.Step(
                owned.madeFor(),
                owned.thing().kind(),
                owned.thing().key(),
                new Change.WillDelete(reconcilers.afterDeletion(owned))));
      }
      left.removeAll(round);
    }
    return steps;
  }
}
