package io.harmonyagent.reconcilers.container;

import io.harmonyagent.core.manifest.ContainerLife;
import io.harmonyagent.core.manifest.ContainerSpec;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.core.reconcile.Target;
import io.harmonyagent.core.time.TimeSource;
import io.harmonyagent.reconcilers.container.podman.PodmanClient;
import io.harmonyagent.reconcilers.container.podman.PodmanContainer;
import io.harmonyagent.reconcilers.container.podman.PodmanException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the container up that is to be replaced, for as long as what is to replace it cannot be
 * had: an image may take an hour to come, or never come, and nobody else would start the old one.
 * That the old one cannot be kept up is no reason not to go on with the new one.
 */
final class Standby {
  private static final Logger log = LoggerFactory.getLogger(Standby.class);

  private final PodmanClient podman;
  private final TimeSource time;
  private final Target<ContainerSpec> target;
  private final Attempt attempt;
  private final Notes notes;
  private final Optional<PodmanContainer> container;
  private Optional<Duration> pause = Optional.empty();
  private boolean refused;

  /** {@code container} is the one to keep up, if there is one ({@link #among}). */
  Standby(
      PodmanClient podman,
      TimeSource time,
      Target<ContainerSpec> target,
      Attempt attempt,
      Notes notes,
      Optional<PodmanContainer> container) {
    this.podman = podman;
    this.time = time;
    this.target = target;
    this.attempt = attempt;
    this.notes = notes;
    this.container = container;
  }

  /**
   * Which one is to be kept up. One that never proved itself is so only as long as it runs; what it
   * was to replace is what is fallen back on.
   */
  static Optional<PodmanContainer> among(ContainerObservation seen, Labels labels) {
    Optional<PodmanContainer> current = seen.current();
    boolean currentRuns = current.filter(c -> c.run() == PodmanContainer.Run.RUNNING).isPresent();
    Optional<PodmanContainer> kept =
        seen.previous().isPresent() && !currentRuns ? seen.previous() : current;
    return kept.filter(labels::areOn);
  }

  /**
   * What is to be done about it. The spec that it was made from is no longer known: whether its end
   * means that it is done is judged by the policy of the new one.
   */
  static Step due(
      ContainerLife.Restart policy, PodmanContainer container, ContainerMemo memo, Instant now) {
    return switch (container.run()) {
      case RUNNING, PAUSED, ENDING -> new Step.InPlace();
      case CREATED ->
          policy == ContainerLife.Restart.NO
              ? new Step.InPlace()
              : new Step.Start(container, "does not run", 0);
      case EXITED ->
          switch (policy) {
            case NO -> new Step.InPlace();
            case ON_FAILURE ->
                container.exitCode() == 0
                    ? new Step.InPlace()
                    : CrashLoop.ended(container, memo, now);
            case ALWAYS -> CrashLoop.ended(container, memo, now);
          };
    };
  }

  /** Starts it if it does not run, unless it ended so often that it has to pause. */
  void lookAfter() {
    pause = Optional.empty();
    if (container.isEmpty() || refused) {
      return;
    }
    try {
      attempt.checkpoint();
      Optional<PodmanContainer> now = podman.container(container.get().name());
      if (now.filter(c -> c.id().equals(container.get().id())).isPresent()) {
        keepUp(now.get());
      }
    } catch (PodmanException.Interrupted | ReconcileFailure e) {
      refused = true;
      log.debug("{}: nothing is kept up: {}", target.id(), e.getMessage());
    } catch (PodmanException e) {
      refused = true;
      log.warn(
          "{}: container {} does not run and could not be started: {}",
          target.id(),
          container.get().name(),
          e.getMessage());
    }
  }

  /** That failure, to be tried again no later than the old one has to be looked after. */
  ReconcileFailure inTime(ReconcileFailure failure) {
    return failure.retryAfter().isEmpty() && pause.isPresent()
        ? new ReconcileFailure(failure.error(), pause)
        : failure;
  }

  private void keepUp(PodmanContainer now) throws PodmanException, ReconcileFailure {
    switch (due(target.spec().life().restart(), now, notes.memo(), time.now().wall())) {
      case Step.Start(var _, var reason, int crashes) -> {
        if (crashes > 0) {
          notes.remember(notes.memo().withCrash(crashes));
        }
        log.info(
            "{}: container {} {}; starting it, as what is to replace it is not there yet",
            target.id(),
            now.name(),
            reason);
        attempt.checkpoint();
        podman.start(now.id());
      }
      case Step.Refuse(var _, var retryAfter) -> pause = retryAfter;
      case Step.InPlace _ -> {}
      case Step.Make _,
          Step.Replace _,
          Step.Wait _,
          Step.Restart _,
          Step.Unpause _,
          Step.RenameBack _,
          Step.Finish _,
          Step.RollBack _,
          Step.Forget _ ->
          throw new IllegalStateException("that is not about one that is to be kept up");
    }
  }
}
