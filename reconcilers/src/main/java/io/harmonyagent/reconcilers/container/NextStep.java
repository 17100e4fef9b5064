package io.harmonyagent.reconcilers.container;

import io.harmonyagent.core.manifest.ContainerLife;
import io.harmonyagent.core.manifest.ContainerSpec;
import io.harmonyagent.core.reconcile.Target;
import io.harmonyagent.core.status.ResourceError;
import io.harmonyagent.reconcilers.container.podman.PodmanContainer;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Decides what comes next for a container. Pure. */
final class NextStep {
  /** Without a health check, a new version has to run this long before the old one goes. */
  private static final Duration SETTLE = Duration.ofSeconds(3);

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(2);
  private static final Duration AFTER_ENDING = Duration.ofMillis(500);
  private static final Duration SELDOM = Duration.ofMinutes(5);

  /** The old one is to be kept up meanwhile, with events or without. */
  private static final Duration OLD_ONE_LOOK = Duration.ofSeconds(60);

  private static final Duration HEALTH_LOOK = Duration.ofSeconds(30);

  private final Labels labels;

  NextStep(Labels labels) {
    this.labels = labels;
  }

  Step of(Target<ContainerSpec> target, ContainerObservation seen) {
    ContainerMemo memo = ContainerMemo.parse(target.memo());
    Optional<ContainerMemo.Failed> failed =
        memo.failed().filter(f -> f.version().specHash().equals(target.specHash()));
    if (failed.isPresent()) {
      Optional<Step> step = afterFailure(seen, memo, failed.get());
      if (step.isPresent()) {
        return step.get();
      }
    }
    if (seen.current().isEmpty()) {
      return seen.renamed().<Step>map(Step.RenameBack::new).orElseGet(Step.Make::new);
    }
    PodmanContainer current = seen.current().get();
    if (!labels.areOn(current)) {
      return foreign(target.spec(), current);
    }
    Version version = Labels.version(current);
    if (!version.specHash().equals(target.specHash())) {
      return new Step.Replace(current, "another spec is wanted");
    }
    if (seen.registryDigest().filter(d -> !d.equals(version.imageDigest())).isPresent()) {
      return new Step.Replace(
          current, "the image's tag was moved to " + seen.registryDigest().get());
    }
    return wanted(target, seen, memo, current);
  }

  /** This spec was tried and given up. Nothing if that no longer decides what to do. */
  private Optional<Step> afterFailure(
      ContainerObservation seen, ContainerMemo memo, ContainerMemo.Failed failed) {
    Optional<PodmanContainer> current = seen.current();
    boolean failedIsThere = current.filter(c -> isVersion(c, failed.version())).isPresent();
    if (current.isEmpty() || failedIsThere) {
      return seen.previous().isPresent()
          ? Optional.of(new Step.RollBack(failed.version(), failed.reason()))
          : Optional.empty();
    }
    PodmanContainer old = current.get();
    Optional<String> digest = seen.registryDigest();
    if (digest.isPresent() && !digest.get().equals(failed.version().imageDigest())) {
      return digest.get().equals(Labels.version(old).imageDigest())
          ? Optional.of(new Step.Forget(old))
          : Optional.empty();
    }
    if (old.run() == PodmanContainer.Run.PAUSED) {
      return Optional.of(new Step.Unpause(old));
    }
    if (old.run() == PodmanContainer.Run.EXITED || old.run() == PodmanContainer.Run.CREATED) {
      Step again = CrashLoop.ended(old, memo, seen.at());
      if (again instanceof Step.Start) {
        return Optional.of(again);
      }
    }
    return Optional.of(
        new Step.Refuse(
            new ResourceError(
                "RolledBack",
                failed.reason()
                    + "; the container before it is back. Change the spec to try again"),
            Optional.of(OLD_ONE_LOOK)));
  }

  private boolean isVersion(PodmanContainer container, Version version) {
    return labels.areOn(container) && Labels.version(container).equals(version);
  }

  private static Step foreign(ContainerSpec spec, PodmanContainer current) {
    if (spec.adopt()) {
      return new Step.Replace(current, "was there already and is taken over");
    }
    return new Step.Refuse(
        new ResourceError(
            "AlreadyExists",
            "a container "
                + spec.name()
                + " is there already and is not ours; set \"adopt\": true to replace it,"
                + " or rename or remove it"),
        Optional.empty());
  }

  private static Step wanted(
      Target<ContainerSpec> target,
      ContainerObservation seen,
      ContainerMemo memo,
      PodmanContainer current) {
    return switch (current.run()) {
      case CREATED -> new Step.Start(current, "was not started", 0);
      case PAUSED -> new Step.Unpause(current);
      case ENDING -> new Step.Wait("somebody is stopping it", AFTER_ENDING);
      case EXITED ->
          target.restartFor().isPresent() && seen.previous().isEmpty()
              ? new Step.Start(current, "restart: " + target.restartFor().get(), 0)
              : exited(target.spec().life(), seen, memo, current);
      case RUNNING ->
          target.restartFor().isPresent() && seen.previous().isEmpty()
              ? new Step.Restart(current, "restart: " + target.restartFor().get())
              : running(target.spec().life(), seen, memo, current);
    };
  }

  private static Step exited(
      ContainerLife life, ContainerObservation seen, ContainerMemo memo, PodmanContainer current) {
    boolean well = current.exitCode() == 0 && life.restart() != ContainerLife.Restart.ALWAYS;
    if (seen.previous().isPresent()) {
      return well
          ? new Step.Finish(current, seen.previous().get())
          : endedEarly(current, seen.at());
    }
    if (well) {
      return new Step.InPlace();
    }
    if (life.restart() == ContainerLife.Restart.NO) {
      return new Step.Refuse(
          new ResourceError(
              "Exited",
              current.name()
                  + " "
                  + CrashLoop.ending(current)
                  + ", and \"restart\" is \"no\". See what it printed: podman logs "
                  + current.name()),
          Optional.of(SELDOM));
    }
    return CrashLoop.ended(current, memo, seen.at());
  }

  /**
   * Whoever removes a container ends it first: a moment later it is gone, and no failed version.
   */
  private static Step endedEarly(PodmanContainer current, Instant now) {
    Duration left = CrashLoop.left(AFTER_ENDING, current.finishedAt(), now);
    return left.isPositive()
        ? new Step.Wait("whether it is being removed", left)
        : new Step.RollBack(
            Labels.version(current), "the new container " + CrashLoop.ending(current));
  }

  private static Step running(
      ContainerLife life, ContainerObservation seen, ContainerMemo memo, PodmanContainer current) {
    if (current.health().isEmpty()) {
      Duration settle = shorter(SETTLE, life.startTimeout());
      if (seen.previous().isPresent() && seen.uptime().compareTo(settle) < 0) {
        return new Step.Wait(
            "the new container has to stay up for a while", settle.minus(seen.uptime()));
      }
      return well(seen, memo, current);
    }
    return switch (current.health().get()) {
      case HEALTHY -> well(seen, memo, current);
      case STARTING, UNHEALTHY -> notHealthy(life, seen, current);
    };
  }

  private static Step well(ContainerObservation seen, ContainerMemo memo, PodmanContainer current) {
    if (seen.previous().isPresent()) {
      return new Step.Finish(current, seen.previous().get());
    }
    return CrashLoop.probation(current, memo, seen.uptime()).orElseGet(Step.InPlace::new);
  }

  private static Step notHealthy(
      ContainerLife life, ContainerObservation seen, PodmanContainer current) {
    boolean unhealthy =
        current.health().filter(PodmanContainer.Health.UNHEALTHY::equals).isPresent();
    Duration left = life.startTimeout().minus(seen.uptime());
    if (left.isPositive()) {
      return new Step.Wait(
          "its health is " + (unhealthy ? "bad so far" : "not known yet"),
          shorter(left, LOOK_AGAIN));
    }
    String reason =
        "did not become healthy within "
            + life.startTimeout().toSeconds()
            + " s: its health check "
            + (unhealthy ? "fails" : "has no result yet");
    if (seen.previous().isPresent()) {
      return new Step.RollBack(Labels.version(current), "the new container " + reason);
    }
    return new Step.Refuse(
        new ResourceError(
            "Unhealthy",
            current.name()
                + " runs, but its health check "
                + (unhealthy ? "fails" : "has had no result for too long")
                + ". See podman inspect "
                + current.name()),
        Optional.of(HEALTH_LOOK));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
