package io.harmonyagent.agent.cli;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.mesh.MeshUnavailable;
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
import java.util.function.Consumer;

/**
 * Brings something to a group of devices, a few at a time: the next few only once those before have
 * converged. At the first that does not, the rest keeps what it has.
 */
final class Rollout {
  private final Devices devices;
  private final PrintWriter out;
  private final long startNanos = System.nanoTime();

  Rollout(Devices devices, PrintWriter out) {
    this.devices = devices;
    this.out = out;
  }

  /** The group, as far as it is changed and waited for. */
  interface Devices {
    /** In the order in which they are to be asked. */
    List<AgentId> all();

    DesiredState.Written write(AgentId id) throws Exception;

    /** Says meanwhile how far it is. */
    Convergence.Ending await(AgentId id, DesiredState.Written written, Consumer<String> progress)
        throws Exception;

    /** What somebody may do where it has stopped. */
    String advice();
  }

  /** Manifests for a group on the mesh. */
  record OnMesh(
      Connection connection,
      SequencedMap<AgentId, Node> manifests,
      Optional<SigningKey> signer,
      Duration timeout)
      implements Devices {
    @Override
    public List<AgentId> all() {
      return List.copyOf(manifests.keySet());
    }

    @Override
    public DesiredState.Written write(AgentId id) throws Exception {
      Node manifest = Optional.ofNullable(manifests.get(id)).orElseThrow();
      return new DesiredState(connection, id, signer).write(manifest, "roll-out");
    }

    @Override
    public Convergence.Ending await(
        AgentId id, DesiredState.Written written, Consumer<String> progress) throws Exception {
      return new Convergence(connection, id, progress)
          .await(written.manifest(), written.revision(), timeout, true);
    }

    @Override
    public String advice() {
      return "Correct the manifest and apply it again, or go back: harmonyctl rollback ID";
    }
  }

  /** What became of each device that was asked; the others are as they were. */
  List<Outcome> run(int canary, int atATime) throws Exception {
    List<AgentId> ids = devices.all();
    int all = ids.size();
    List<Outcome> outcomes = new ArrayList<>();
    for (List<AgentId> step : steps(ids, canary, atATime)) {
      outcomes.addAll(take(step, outcomes.size(), all));
      List<Outcome> converged = outcomes.stream().filter(Rollout::hasConverged).toList();
      if (converged.size() < outcomes.size()) {
        say(
            "stopped: %d converged, %d failed or on the way, %d left as they were"
                .formatted(
                    converged.size(), outcomes.size() - converged.size(), all - outcomes.size()));
        out.println(devices.advice());
        return outcomes;
      }
      if (outcomes.size() == canary && canary < all) {
        say("the canaries have converged, %d to go".formatted(all - canary));
      }
    }
    say("%d of %d have converged".formatted(outcomes.size(), all));
    return outcomes;
  }

  private static boolean hasConverged(Outcome outcome) {
    return outcome.word().equals(Outcome.CONVERGED);
  }

  /** Writes to all of a step, then waits for each until one fails. */
  private List<Outcome> take(List<AgentId> step, int before, int all) throws Exception {
    List<Outcome> outcomes = new ArrayList<>();
    SequencedMap<AgentId, DesiredState.Written> written = new LinkedHashMap<>();
    for (AgentId id : step) {
      try {
        DesiredState.Written one = devices.write(id);
        written.put(id, one);
        say(
            "[%d/%d] %s: generation %d is wanted"
                .formatted(before + written.size(), all, id, one.manifest().generation()));
      } catch (UserError | MeshUnavailable | InvalidDocument e) {
        outcomes.add(notWritten(id, e));
        break;
      }
    }
    for (Map.Entry<AgentId, DesiredState.Written> entry : written.entrySet()) {
      boolean goesOn = outcomes.stream().allMatch(Rollout::hasConverged);
      outcomes.add(
          goesOn
              ? await(entry.getKey(), entry.getValue())
              : Outcome.wanted(entry.getKey(), entry.getValue()));
    }
    return outcomes;
  }

  private Outcome notWritten(AgentId id, Exception e) {
    if (e instanceof UserError error && error.mayHaveBeenDone()) {
      say(id + ": written or not: " + CommandLines.sentence(e));
      return Outcome.unknown(id, 0, error.exitCode());
    }
    say(id + ": not written: " + CommandLines.sentence(e));
    return Outcome.notWritten(id, CommandLines.exitCode(e));
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
    Convergence.Ending ending;
    try {
      ending = devices.await(id, written, this::say);
    } catch (MeshUnavailable | InvalidDocument e) {
      say(id + ": " + CommandLines.sentence(e));
      return Outcome.unknown(id, written.manifest().generation(), CommandLines.exitCode(e));
    }
    Outcome outcome = Outcome.of(id, written, ending);
    switch (ending.kind()) {
      case CONVERGED, REJECTED, FAILING, SUPERSEDED -> say(id + ": " + outcome.word());
      case TIMED_OUT -> say(id + ": not converged in time; it goes on trying");
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
