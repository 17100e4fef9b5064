package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.manifest.AgentManifest;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.harmonyagent.core.status.AgentStatus;
import io.harmonyagent.core.status.Rejection;
import io.harmonyagent.core.status.ResourceState;
import io.harmonyagent.core.status.ResourceStatus;
import io.harmonyagent.core.status.UpdateStatus;
import io.nats.client.Connection;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** Waits until a device says that it is what it should be, and says meanwhile how far it is. */
final class Convergence {
  /** The first tries may come too early for something else; after these it is no accident. */
  private static final int TRIES = 3;

  private final Connection connection;
  private final AgentId agent;
  private final Consumer<String> progress;

  Convergence(Connection connection, AgentId agent, Consumer<String> progress) {
    this.connection = connection;
    this.agent = agent;
    this.progress = progress;
  }

  /** How it ended, and what the device said last. */
  record Ending(Kind kind, Optional<AgentStatus> last) {
    /** Converged, or why not. */
    enum Kind {
      CONVERGED,
      REJECTED,
      FAILING,
      /** Somebody wanted something else meanwhile, and the device has that. */
      SUPERSEDED,
      TIMED_OUT
    }

    String table(AgentId agent) {
      return last.map(status -> OutputFormat.table.render(new StatusView(status)))
          .orElse(agent + ": no status; is the agent running?");
    }
  }

  /**
   * Waits; not for a device on which a resource keeps failing, if {@code giveUpOnFailure}.
   * Otherwise it may get over that as long as there is time: it goes on trying, and a registry, for
   * one, may come up meanwhile.
   *
   * @param revision of the write that wants it: what the device said before that is no answer
   */
  Ending await(AgentManifest wanted, long revision, Duration atMost, boolean giveUpOnFailure)
      throws MeshUnavailable, InterruptedException, InvalidDocument, IOException {
    Ending ending =
        await(
            revision,
            atMost,
            (status, isAnswer) -> judge(status, wanted, isAnswer, giveUpOnFailure));
    return ending.kind() == Ending.Kind.TIMED_OUT
        ? new Ending(atTheEnd(ending.last(), wanted), ending.last())
        : ending;
  }

  /** What it is when the time is over: a failure has a cause that somebody can look for. */
  static Ending.Kind atTheEnd(Optional<AgentStatus> last, AgentManifest wanted) {
    return last.filter(status -> keepsFailing(status, wanted)).isPresent()
        ? Ending.Kind.FAILING
        : Ending.Kind.TIMED_OUT;
  }

  /** Whether it is over with what a device says. */
  @FunctionalInterface
  interface Judge {
    /**
     * How it ended, if it did.
     *
     * @param isAnswer whether the status was written after what it is to answer
     */
    Optional<Ending.Kind> of(AgentStatus status, boolean isAnswer);
  }

  Ending await(long revision, Duration atMost, Judge judge)
      throws MeshUnavailable, InterruptedException, InvalidDocument, IOException {
    Countdown countdown = new Countdown(atMost);
    Optional<AgentStatus> last = Optional.empty();
    try (StatusWatch watch = new StatusWatch(connection, agent)) {
      while (!countdown.isOver()) {
        Optional<StatusWatch.Said> update = watch.next(countdown.untilNextWord());
        if (update.isPresent()) {
          AgentStatus status = update.get().status();
          last = Optional.of(status);
          boolean isAnswer = update.get().revision() > revision;
          Optional<Ending.Kind> kind = judge.of(status, isAnswer);
          if (kind.isPresent()) {
            return new Ending(kind.get(), last);
          }
        }
        if (countdown.isTimeForAWord()) {
          progress.accept(progress(last, countdown));
        }
      }
    }
    return new Ending(Ending.Kind.TIMED_OUT, last);
  }

  /**
   * Whether it is over.
   *
   * @param isAnswer whether the status was written after the manifest was
   */
  static Optional<Ending.Kind> judge(
      AgentStatus status, AgentManifest wanted, boolean isAnswer, boolean giveUpOnFailure) {
    if (isInPlace(status, wanted)) {
      return Optional.of(Ending.Kind.CONVERGED);
    }
    if (!isAnswer) {
      return Optional.empty();
    }
    if (isRejected(status, wanted)) {
      return Optional.of(Ending.Kind.REJECTED);
    }
    if (status.manifestGeneration() > wanted.generation() && !wanted.rollback()) {
      return Optional.of(Ending.Kind.SUPERSEDED);
    }
    return giveUpOnFailure && keepsFailing(status, wanted)
        ? Optional.of(Ending.Kind.FAILING)
        : Optional.empty();
  }

  /** By the specs, not by the generation alone: the same number may have meant something else. */
  private static boolean isInPlace(AgentStatus status, AgentManifest wanted) {
    return status.stoppedAt().isEmpty()
        && status.hasConverged(wanted.generation())
        && wanted.resources().stream().allMatch(resource -> find(status, resource).isPresent());
  }

  private static boolean keepsFailing(AgentStatus status, AgentManifest wanted) {
    return status.manifestGeneration() == wanted.generation()
        && wanted.resources().stream()
            .map(resource -> find(status, resource))
            .anyMatch(
                known ->
                    known.isPresent()
                        && known.get().state() instanceof ResourceState.Failed failed
                        && failed.attempts() >= TRIES);
  }

  /** What the device says of the resource in this very form. */
  private static Optional<ResourceStatus> find(AgentStatus status, ManagedResource resource) {
    return Optional.ofNullable(status.resources().get(resource.id()))
        .filter(known -> known.specHash().equals(resource.specHash()));
  }

  private static boolean isRejected(AgentStatus status, AgentManifest wanted) {
    return status
        .rejected()
        .flatMap(Rejection::generation)
        .filter(generation -> generation == wanted.generation())
        .isPresent();
  }

  private String progress(Optional<AgentStatus> last, Countdown countdown) {
    return agent
        + ": "
        + last.map(s -> "generation " + s.observedGeneration() + " of " + s.manifestGeneration())
            .orElse("no status yet")
        + last.flatMap(Convergence::unfinished).map(what -> ", " + what).orElse("")
        + last.flatMap(Convergence::updating).map(what -> ", the build is " + what).orElse("")
        + ", waiting for "
        + countdown.passed().toSeconds()
        + " s";
  }

  /** How far it is with a build that does not run yet. */
  private static Optional<String> updating(AgentStatus status) {
    return status
        .update()
        .filter(u -> u.state() != UpdateStatus.State.NONE)
        .filter(u -> u.state() != UpdateStatus.State.CURRENT)
        .map(u -> (u.state().wireName() + " " + u.reason()).stripTrailing());
  }

  /** The first resource that is not ready, as what the device is waiting for. */
  private static Optional<String> unfinished(AgentStatus status) {
    return status.resources().entrySet().stream()
        .filter(entry -> !(entry.getValue().state() instanceof ResourceState.Ready))
        .map(entry -> entry.getKey() + " is " + entry.getValue().state().wireName())
        .findFirst();
  }
}
