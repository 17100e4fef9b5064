package io.harmonyagent.reconcilers.container;

import io.harmonyagent.core.engine.OwnedThing;
import io.harmonyagent.core.engine.Ownership;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.ContainerSpec;
import io.harmonyagent.core.manifest.ImageSource;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.reconcile.Applied;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.Decision;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.core.reconcile.Reconciler;
import io.harmonyagent.core.reconcile.Target;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.time.Moment;
import io.harmonyagent.core.time.TimeSource;
import io.harmonyagent.reconcilers.container.podman.PodmanClient;
import io.harmonyagent.reconcilers.container.podman.PodmanContainer;
import io.harmonyagent.reconcilers.container.podman.PodmanException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Keeps containers running, through podman. */
public final class ContainerReconciler
    implements Reconciler<ContainerSpec, ContainerObservation>, AutoCloseable {
  private static final Duration SHORTLY = Duration.ofMillis(250);

  /** What a spec may allow a container to take to end. */
  private static final Duration LONGEST_STOP = Duration.ofHours(1);

  private final PodmanClient podman;
  private final Labels labels;
  private final NextStep next;
  private final ContainerList list;
  private final ContainerEvents events;
  private final Images images;
  private final MovedTags tags;
  private final Ports ports;
  private final ContainerChanges.Means means;
  private final ImageSweep sweep;
  private final Uptimes uptimes = new Uptimes();
  private final TimeSource time;

  /** Whether this is the agent, which asks what is its own, and not somebody who merely plans. */
  private volatile boolean keeping;

  /**
   * What the reconciler of containers is told.
   *
   * @param socket where podman listens
   * @param state the agent's own directory
   */
  public record Settings(AgentId agent, Path socket, Path state, Duration keepUnusedImages) {}

  public ContainerReconciler(Settings settings, TimeSource time) {
    this.podman = new PodmanClient(settings.socket());
    this.time = time;
    this.labels = new Labels(settings.agent());
    this.next = new NextStep(labels);
    this.list = new ContainerList(podman, System::nanoTime);
    this.events = new ContainerEvents(podman, settings.agent(), list);
    PulledImages pulled = new PulledImages(settings.state(), settings.keepUnusedImages());
    this.images = new Images(podman, pulled);
    this.tags = new MovedTags(images::follow);
    this.ports = new Ports(podman, labels);
    this.means = new ContainerChanges.Means(podman, images, ports, labels, list, time);
    this.sweep = new ImageSweep(podman, pulled, settings.keepUnusedImages());
  }

  @Override
  public Class<ContainerSpec> specType() {
    return ContainerSpec.class;
  }

  @Override
  public String kind() {
    return ContainerSpec.KIND;
  }

  @Override
  public ContainerObservation observe(Target<ContainerSpec> target, boolean thorough)
      throws ReconcileFailure, NotAvailable {
    String name = target.spec().name();
    try {
      Map<String, PodmanContainer> around = list.around(name);
      return observation(target, around, thorough);
    } catch (PodmanException e) {
      throw Failures.of("RuntimeError", "looking at container " + name, e);
    }
  }

  @Override
  public Decision decide(Target<ContainerSpec> target, ContainerObservation observed) {
    return switch (next.of(target, observed)) {
      case Step.InPlace _ -> new Decision.Nothing();
      case Step.Wait(var what, var lookAgainIn) -> new Decision.Wait(what, lookAgainIn);
      case Step.Refuse(var error, var retryAfter) -> new Decision.Refuse(error, retryAfter);
      case Step.Make _ -> new Decision.Create();
      case Step.Replace(var _, var reason) -> new Decision.Replace(reason);
      case Step.Start(var _, var reason, var _) -> new Decision.Update(reason);
      case Step.Restart(var _, var reason) -> new Decision.Update(reason);
      case Step.Unpause _ -> new Decision.Update("was paused");
      case Step.RenameBack(var renamed) -> new Decision.Update("was renamed to " + renamed.name());
      case Step.Finish _ -> new Decision.Update("the container before it was still there");
      case Step.RollBack(var _, var reason) -> new Decision.Replace(reason);
      case Step.Forget _ -> new Decision.Update("what had failed is no longer wanted");
    };
  }

  @Override
  public Applied apply(
      Target<ContainerSpec> target,
      ContainerObservation observed,
      Decision decision,
      Attempt attempt)
      throws ReconcileFailure, NotAvailable {
    ContainerChanges changes = new ContainerChanges(means, target, attempt);
    changes.carryOut(next.of(target, observed), observed);
    Target<ContainerSpec> after = changes.after();
    ContainerObservation now = observe(after, false);
    return switch (next.of(after, now)) {
      case Step.InPlace _ -> new Applied.Done(details(after, now));
      case Step.Wait(var what, var lookAgainIn) -> new Applied.Underway(what, lookAgainIn);
      case Step.Refuse(var error, var retryAfter) -> throw new ReconcileFailure(error, retryAfter);
      case Step.Make _,
          Step.Replace _,
          Step.Start _,
          Step.Restart _,
          Step.Unpause _,
          Step.RenameBack _,
          Step.Finish _,
          Step.RollBack _,
          Step.Forget _ ->
          new Applied.Underway("one step is done, more follow", SHORTLY);
    };
  }

  @Override
  public ResourceDetails details(Target<ContainerSpec> target, ContainerObservation observed) {
    PodmanContainer container = observed.current().orElseThrow();
    return new ResourceDetails.ContainerDetails(
        container.id(),
        Labels.version(container).imageDigest(),
        ContainerMemo.parse(target.memo()).restarts(),
        container.health().map(h -> h.name().toLowerCase(Locale.ROOT)).orElse("none"));
  }

  @Override
  public void delete(Ownership owned, Attempt attempt) throws ReconcileFailure, NotAvailable {
    String name = owned.thing().key();
    try {
      for (String each : List.of(name, name + ContainerSpec.PREVIOUS)) {
        Optional<PodmanContainer> found = podman.container(each).filter(labels::areOn);
        if (found.isPresent()) {
          attempt.checkpoint();
          podman.stop(found.get().id(), stopTimeout(found.get()));
          attempt.checkpoint();
          CarriedVolumes.removeWith(found.get(), podman);
        }
      }
      uptimes.forget(name);
    } catch (PodmanException e) {
      throw Failures.of("DeleteFailed", "removing container " + name, e);
    }
  }

  /** It, and the one before it, may each take as long as their own specs allowed. */
  @Override
  public Duration deletionPatience(Duration usual) {
    return usual.plus(LONGEST_STOP.multipliedBy(2));
  }

  /** The spec is no longer known then; podman was told. */
  private Duration stopTimeout(PodmanContainer container) throws PodmanException {
    Duration told = podman.stopTimeout(container.id()).orElse(LONGEST_STOP);
    return told.compareTo(LONGEST_STOP) < 0 ? told : LONGEST_STOP;
  }

  @Override
  public List<Ownership> findOwned() throws ReconcileFailure, NotAvailable {
    List<Ownership> found = new ArrayList<>();
    try {
      keeping = true;
      Collection<PodmanContainer> all = list.all();
      Moment now = time.now();
      if (sweep.isDue(now)) {
        sweep.sweep(all, now);
      }
      for (PodmanContainer container : all) {
        Optional<ResourceId> resource = Labels.resource(container);
        if (labels.areOn(container) && resource.isPresent()) {
          String name = container.name();
          String base =
              name.endsWith(ContainerSpec.PREVIOUS)
                  ? name.substring(0, name.length() - ContainerSpec.PREVIOUS.length())
                  : name;
          found.add(Ownership.of(new OwnedThing(kind(), base), resource.get()));
        }
      }
      return found;
    } catch (PodmanException e) {
      throw Failures.of("RuntimeError", "looking for containers of ours", e);
    }
  }

  @Override
  public Optional<String> obstacle(
      Target<ContainerSpec> target, ContainerObservation observed, Decision decision)
      throws ReconcileFailure, NotAvailable {
    if (!(decision instanceof Decision.Create || decision instanceof Decision.Replace)) {
      return Optional.empty();
    }
    Optional<String> image = images.obstacle(target.spec().image());
    if (image.isPresent()) {
      return image;
    }
    try {
      return ports.obstacle(target.spec());
    } catch (PodmanException e) {
      throw Failures.of("RuntimeError", "asking for the ports of our containers", e);
    }
  }

  @Override
  public void watch(ResourceId id, ContainerSpec spec, Consumer<ResourceId> hints) {
    events.watch(id, spec.name(), hints);
  }

  @Override
  public void unwatch(ResourceId id) {
    events.unwatch(id);
  }

  @Override
  public void close() {
    events.close();
    podman.close();
  }

  private ContainerObservation observation(
      Target<ContainerSpec> target, Map<String, PodmanContainer> around, boolean thorough) {
    String name = target.spec().name();
    ContainerMemo memo = ContainerMemo.parse(target.memo());
    Optional<PodmanContainer> current = Optional.ofNullable(around.get(name));
    Optional<PodmanContainer> previous =
        Optional.ofNullable(around.get(name + ContainerSpec.PREVIOUS))
            .filter(p -> labels.areOn(p) || memo.adopted().filter(p.id()::equals).isPresent());
    current.ifPresent(c -> events.isContainerOf(target.id(), c.id()));
    Moment now = time.now();
    return new ContainerObservation(
        now.wall(),
        current,
        current.map(c -> uptimes.of(c, now)).orElse(Duration.ZERO),
        previous,
        current.isPresent() ? Optional.empty() : renamed(target, around),
        current.isPresent() ? registryDigest(target, thorough) : Optional.empty());
  }

  /** Whoever was given another name would else be left, and in the way of the next one's ports. */
  private Optional<PodmanContainer> renamed(
      Target<ContainerSpec> target, Map<String, PodmanContainer> around) {
    return around.values().stream()
        .filter(labels::areOn)
        .filter(c -> Labels.resource(c).filter(target.id()::equals).isPresent())
        .filter(c -> Labels.version(c).specHash().equals(target.specHash()))
        .filter(c -> !c.name().endsWith(ContainerSpec.PREVIOUS))
        .findFirst();
  }

  /** Who merely asks what would be done must not pull. */
  private Optional<String> registryDigest(Target<ContainerSpec> target, boolean thorough) {
    ImageSource image = target.spec().image();
    boolean follows = image.pull() == ImageSource.Pull.ALWAYS && image.isByTag() && keeping;
    if (!follows) {
      return Optional.empty();
    }
    Optional<String> answer = tags.answer(target.id(), image.reference());
    if (thorough && answer.isEmpty()) {
      tags.ask(target.id(), image.reference(), () -> events.hint(target.id()));
    }
    return answer;
  }
}
