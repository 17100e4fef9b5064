package io.harmonyagent.reconcilers.container;

import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.ContainerSpec;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.core.reconcile.Target;
import io.harmonyagent.core.time.TimeSource;
import io.harmonyagent.reconcilers.container.podman.PodmanClient;
import io.harmonyagent.reconcilers.container.podman.PodmanContainer;
import io.harmonyagent.reconcilers.container.podman.PodmanException;
import io.harmonyagent.reconcilers.container.podman.PodmanImage;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out one step. The order within is what makes a crash harmless: an image is there before
 * anything is stopped, a new container is made before the old one is stopped, and a version is
 * written down as failed before it is taken away.
 */
final class ContainerChanges {
  private static final Logger log = LoggerFactory.getLogger(ContainerChanges.class);

  /** What the changes are made with, the same for every container. */
  record Means(
      PodmanClient podman,
      Images images,
      Ports ports,
      Labels labels,
      ContainerList list,
      TimeSource time) {}

  private final PodmanClient podman;
  private final Images images;
  private final Ports ports;
  private final Labels labels;
  private final ContainerList list;
  private final TimeSource time;
  private final Target<ContainerSpec> target;
  private final Attempt attempt;
  private final String name;
  private final String previousName;
  private final Notes notes;

  ContainerChanges(Means means, Target<ContainerSpec> target, Attempt attempt) {
    this.podman = means.podman();
    this.images = means.images();
    this.ports = means.ports();
    this.labels = means.labels();
    this.list = means.list();
    this.time = means.time();
    this.target = target;
    this.attempt = attempt;
    this.name = target.spec().name();
    this.previousName = name + ContainerSpec.PREVIOUS;
    this.notes = new Notes(ContainerMemo.parse(target.memo()), attempt);
  }

  /** The target as it is to be looked at after the step. */
  Target<ContainerSpec> after() {
    return new Target<>(
        target.id(),
        target.spec(),
        target.specHash(),
        true,
        notes.memo().format(),
        attempt.hasRestarted() ? Optional.empty() : target.restartFor());
  }

  void carryOut(Step step, ContainerObservation seen) throws ReconcileFailure, NotAvailable {
    try {
      switch (step) {
        case Step.Make _ -> make(seen);
        case Step.Replace(PodmanContainer current, String reason) -> replace(current, seen, reason);
        case Step.Start(PodmanContainer current, String reason, int crashes) ->
            start(current, seen.previous(), reason, crashes);
        case Step.Restart(PodmanContainer current, String reason) -> restart(current, reason);
        case Step.Unpause(PodmanContainer current) -> unpause(current);
        case Step.RenameBack(PodmanContainer renamed) -> rename(renamed, name);
        case Step.Finish(PodmanContainer _, PodmanContainer previous) -> finish(previous);
        case Step.RollBack(Version failed, String reason) ->
            rollBack(failed, reason, seen.previous().orElseThrow());
        case Step.Forget _ -> notes.remember(notes.memo().withoutFailed());
        case Step.InPlace _, Step.Wait _, Step.Refuse _ ->
            throw new IllegalStateException("there is nothing to carry out: " + step);
      }
    } catch (PodmanException e) {
      throw Failures.of("RuntimeError", "changing container " + name, e);
    } finally {
      list.touch(name);
    }
  }

  private void make(ContainerObservation seen)
      throws ReconcileFailure, NotAvailable, PodmanException {
    PodmanImage image = require(seen);
    Optional<PodmanContainer> previous = seen.previous();
    notes.remember(
        notes.memo().afresh(previous.isPresent() ? notes.memo().adopted() : Optional.empty()));
    createAndStart(image, previous);
  }

  private void replace(PodmanContainer current, ContainerObservation seen, String reason)
      throws ReconcileFailure, NotAvailable, PodmanException {
    PodmanImage image = require(seen);
    log.info("{}: replacing container {} ({})", target.id(), name, reason);
    attempt.checkpoint();
    if (seen.previous().isPresent()) {
      // This one never proved itself; what it was to replace is what we fall back on.
      CarriedVolumes.removeWith(current, podman);
      notes.remember(notes.memo().afresh(notes.memo().adopted()));
      createAndStart(image, seen.previous());
      return;
    }
    boolean ours = labels.areOn(current);
    notes.remember(notes.memo().afresh(ours ? Optional.empty() : Optional.of(current.id())));
    rename(current, previousName);
    createAndStart(image, Optional.of(current));
  }

  /** What has to be there before anything is stopped. Until it is, the old one is kept up. */
  private PodmanImage require(ContainerObservation seen)
      throws ReconcileFailure, NotAvailable, PodmanException {
    Standby standby =
        new Standby(podman, time, target, attempt, notes, Standby.among(seen, labels));
    try {
      PodmanImage image = images.ensure(target.spec().image(), attempt, standby::lookAfter);
      requirePorts();
      return image;
    } catch (ReconcileFailure e) {
      standby.lookAfter();
      throw standby.inTime(e);
    }
  }

  private void requirePorts() throws ReconcileFailure, PodmanException {
    Optional<String> obstacle = ports.obstacle(target.spec());
    if (obstacle.isPresent()) {
      throw new ReconcileFailure("PortTaken", "container " + name + ": " + obstacle.get());
    }
  }

  /**
   * Makes the new one while the old one still runs, so that the device is without it only briefly.
   */
  private void createAndStart(PodmanImage image, Optional<PodmanContainer> previous)
      throws ReconcileFailure, NotAvailable, PodmanException {
    Version version = new Version(target.specHash(), image.digest());
    CarriedVolumes carried = CarriedVolumes.from(podman, labels, previous, target.spec().files());
    Map<String, String> marks = labels.of(target.id(), version, target.spec().labels());
    attempt.checkpoint();
    String id;
    try {
      id =
          create(
              CreateRequest.of(
                  target.spec(),
                  carried.areTheirs() ? Labels.withVolumesOfOthers(marks) : marks,
                  carried.volumes()));
    } catch (PodmanException.Refused e) {
      if (previous.isPresent() && !e.isNameInUse()) {
        podman.rename(previous.get().id(), name);
      }
      throw new ReconcileFailure(
          "CreateFailed", "making container " + name + ": " + e.getMessage());
    }
    run(id, version, previous);
  }

  private String create(Node request) throws PodmanException {
    try {
      return podman.create(request);
    } catch (PodmanException.Refused e) {
      if (!e.isNameInUse() || !podman.removeRemains(name)) {
        throw e;
      }
      log.warn("{}: removed what a power cut had left of a container {}", target.id(), name);
      return podman.create(request);
    }
  }

  /** By its id: a name that is gone meanwhile may be the beginning of another one's id. */
  private void run(String id, Version version, Optional<PodmanContainer> previous)
      throws ReconcileFailure, NotAvailable, PodmanException {
    attempt.checkpoint();
    if (previous.isPresent()) {
      podman.stop(previous.get().id(), target.spec().life().stopTimeout());
      attempt.checkpoint();
    }
    try {
      podman.start(id);
      attempt.restarted();
    } catch (PodmanException.Refused e) {
      if (previous.isPresent() && !e.isNotFound()) {
        rollBack(version, "the new container did not start: " + e.getMessage(), previous.get());
      }
      throw new ReconcileFailure(
          "StartFailed", "starting container " + name + ": " + e.getMessage());
    }
  }

  private void start(
      PodmanContainer current, Optional<PodmanContainer> previous, String reason, int crashes)
      throws ReconcileFailure, NotAvailable, PodmanException {
    if (crashes > 0) {
      notes.remember(notes.memo().withCrash(crashes));
      log.info("{}: container {} {}, starting it again", target.id(), name, reason);
    }
    run(current.id(), Labels.version(current), previous);
  }

  private void restart(PodmanContainer current, String reason)
      throws ReconcileFailure, PodmanException {
    log.info("{}: restarting container {}: {}", target.id(), name, reason);
    attempt.checkpoint();
    podman.restart(current.id(), target.spec().life().stopTimeout());
    attempt.restarted();
  }

  private void unpause(PodmanContainer current) throws ReconcileFailure, PodmanException {
    attempt.checkpoint();
    podman.unpause(current.id());
  }

  private void rename(PodmanContainer container, String to)
      throws ReconcileFailure, PodmanException {
    attempt.checkpoint();
    podman.rename(container.id(), to);
  }

  private void finish(PodmanContainer previous) throws ReconcileFailure, PodmanException {
    attempt.checkpoint();
    podman.remove(previous.id());
    notes.remember(notes.memo().afresh(Optional.empty()));
  }

  /** Ends in a failure always: the old one is back, and the spec is not what runs. */
  private void rollBack(Version failed, String reason, PodmanContainer previous)
      throws ReconcileFailure, PodmanException {
    Optional<PodmanContainer> current = podman.container(name);
    boolean isKnown =
        notes.memo().failed().map(ContainerMemo.Failed::version).filter(failed::equals).isPresent();
    if (current.isEmpty() && !isKnown) {
      throw new ReconcileFailure(
          "RuntimeError", "container " + name + " was removed while it was judged; looking again");
    }
    log.warn("{}: {}; bringing back the container before it", target.id(), reason);
    notes.remember(notes.memo().withFailed(failed, reason));
    attempt.checkpoint();
    if (current.isEmpty() || !current.get().id().equals(previous.id())) {
      if (current.isPresent()) {
        takeAway(current.get(), failed);
        attempt.checkpoint();
      }
      podman.rename(previous.id(), name);
    }
    podman.start(previous.id());
    attempt.restarted();
    throw new ReconcileFailure(
        "RolledBack", reason + "; the container before it is back. Change the spec to try again");
  }

  /** Only the failed one: what was seen may be old by now, and the name be another one's. */
  private void takeAway(PodmanContainer current, Version failed)
      throws ReconcileFailure, PodmanException {
    if (!labels.areOn(current) || !Labels.version(current).equals(failed)) {
      throw new ReconcileFailure(
          "RuntimeError", "container " + name + " became another one meanwhile; looking again");
    }
    podman.stop(current.id(), target.spec().life().stopTimeout());
    CarriedVolumes.removeWith(current, podman);
  }
}
