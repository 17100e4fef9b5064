package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.trust.SigningKey;
import io.nats.client.Connection;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Brings manifests to a group of devices, a few at a time: the next few only once those before have
 * converged. At the first that does not, the rest keeps what it has.
 */
final class Rollout {
  private final Connection connection;
  private final Optional<SigningKey> signer;
  private final Duration timeout;
  private final PrintWriter out;
  private final long startNanos = System.nanoTime();

  Rollout(Connection connection, Optional<SigningKey> signer, Duration timeout, PrintWriter out) {
    this.connection = connection;
    this.signer = signer;
    this.timeout = timeout;
    this.out = out;
  }

  /** What became of each device that was asked; the others are as they were. */
  List<Outcome> run(SequencedMap<AgentId, Node> manifests, int canary, int atATime)
      throws Exception {
    int all = manifests.size();
    int begun = 0;
    List<Outcome> outcomes = new ArrayList<>();
    for (List<AgentId> step : steps(List.copyOf(manifests.keySet()), canary, atATime)) {
      SequencedMap<AgentId, DesiredState.Written> written = new LinkedHashMap<>();
      for (AgentId id : step) {
        begun++;
        Node manifest = Optional.ofNullable(manifests.get(id)).orElseThrow();
        written.put(id, new DesiredState(connection, id, signer).write(manifest, "roll-out"));
        say(
            "[%d/%d] %s: generation %d is wanted"
                .formatted(begun, all, id, written.get(id).manifest().generation()));
      }
      int waitedFor = 0;
      for (Map.Entry<AgentId, DesiredState.Written> entry : written.entrySet()) {
        waitedFor++;
        int converged = outcomes.size();
        outcomes.add(await(entry.getKey(), entry.getValue()));
        if (outcomes.getLast().exitCode() != ExitCode.OK) {
          say(
              "stopped: %d converged, %d failed or on the way, %d left as they were"
                  .formatted(converged, begun - converged, all - begun));
          out.println(
              "Correct the manifest and apply it again, or go back: harmonyctl rollback ID");
          written.entrySet().stream()
              .skip(waitedFor)
              .forEach(other -> outcomes.add(Outcome.wanted(other.getKey(), other.getValue())));
          return outcomes;
        }
      }
      if (outcomes.size() == canary && canary < all) {
        say("the canaries have converged, %d to go".formatted(all - canary));
      }
    }
    say("%d of %d have converged".formatted(outcomes.size(), all));
    return outcomes;
  }

  /** Which go together, and in which order. */
  static List<List<AgentId>> steps(List<AgentId> all, int canary, int atATime) {
    List<List<AgentId>> steps = new ArrayList<>();
    int from = 0;
    while (from < all.size()) {
      int wanted = from == 0 && canary > 0 ? canary : atATime;
      int to = Math.min(all.size(), from + wanted);
      steps.add(all.subList(from, to));
      from = to;
    }
    return steps;
  }

  private Outcome await(AgentId id, DesiredState.Written written) throws Exception {
    Convergence.Ending ending =
        new Convergence(connection, id, this::say)
            .await(written.manifest(), written.revision(), timeout, true);
    Outcome outcome = Outcome.of(id, written, ending);
    switch (ending.kind()) {
      case CONVERGED, REJECTED, FAILING -> say(id + ": " + outcome.word());
      case TIMED_OUT -> say(id + ": not converged within " + timeout.toSeconds() + " s");
    }
    if (outcome.exitCode() != ExitCode.OK) {
      out.println(ending.table(id));
    }
    return outcome;
  }

  /** With the time since the beginning: what is waited for, and how long it took so far. */
  private void say(String what) {
    Duration since = Duration.ofNanos(System.nanoTime() - startNanos);
    out.println("%8s  %s".formatted(Ago.exact(since), what));
    out.flush();
  }
}
