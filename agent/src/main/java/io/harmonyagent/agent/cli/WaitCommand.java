package io.harmonyagent.agent.cli;

import io.harmonyagent.core.manifest.AgentId;
import io.harmonyagent.core.mesh.MeshUnavailable;
import io.harmonyagent.core.status.AgentStatus;
import io.nats.client.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wait}: until devices say something of themselves. */
@Command(
    name = "wait",
    description = "Waits until a device, or each of a group, is in a state.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exits with 4 when the time is over, and with 1 where a device rejected what is wanted. What"
          + " a device said before it had what is wanted now is no answer, and neither is what one"
          + " said that is not heard of any more, or was stopped.",
      "",
      "Examples:",
      "  harmonyctl wait --agent pi-kitchen --for=Ready --timeout 120",
      "  harmonyctl wait --selector site=barn --for=Converged",
      "  harmonyctl wait --agent pi-kitchen --for=Degraded=False"
    })
final class WaitCommand implements Callable<Integer> {
  /** For what the mesh has already. */
  private static final Duration FIRST_LOOK = Duration.ofSeconds(1);

  @Mixin private MeshAccess mesh;

  @Mixin private Targets targets;

  @Option(
      names = "--for",
      paramLabel = "STATE",
      description =
          "Converged, or a condition: Ready, Reconciling, Degraded; with =False for its opposite."
              + " All of the generation that is wanted.",
      defaultValue = "Ready")
  private String state;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "How long to wait in all: " + Timeout.FORM,
      defaultValue = "60s")
  private String timeout;

  @Mixin private Output output;

  @Override
  public Integer call() throws Exception {
    WaitedFor waitedFor = WaitedFor.parse(state);
    Countdown countdown = new Countdown(Timeout.of(timeout));
    return mesh.use(
        connection -> {
          List<Outcome> outcomes = new ArrayList<>();
          for (AgentId id : targets.find(connection).keySet()) {
            outcomes.add(await(connection, id, waitedFor, countdown));
          }
          return Outcome.finish(outcomes, output);
        });
  }

  /** The time is for all of them together, but each is looked at once. */
  private Outcome await(Connection connection, AgentId id, WaitedFor waitedFor, Countdown countdown)
      throws Exception {
    DesiredState desired = new DesiredState(connection, id);
    Optional<Long> wanted =
        WaitedFor.generation(
            waitedFor.needsManifest() ? Optional.of(desired.wanted()) : desired.current());
    Optional<AgentStatus> last = Optional.empty();
    try (StatusWatch watch = new StatusWatch(connection, id)) {
      boolean isFirst = true;
      while (isFirst || !countdown.isOver()) {
        Optional<StatusWatch.Said> update =
            watch.next(isFirst ? FIRST_LOOK : countdown.untilNextWord());
        isFirst = false;
        if (update.isPresent()) {
          last = update.map(StatusWatch.Said::status);
        }
        Optional<Boolean> verdict = last.flatMap(status -> waitedFor.judge(status, wanted));
        // What a device said holds as long as it is heard; one that just started is so in a moment.
        if (verdict.isPresent() && (!verdict.get() || isHeard(connection, id))) {
          return ended(id, last.orElseThrow(), verdict.get());
        }
        if (countdown.isTimeForAWord()) {
          output.say(waiting(id, last, countdown));
        }
      }
    }
    output.err().println(waiting(id, last, countdown) + "; the time is over");
    return outcome(id, "TimedOut", ExitCode.TIMED_OUT, last);
  }

  /** A mesh that does not answer may be back in time, and is no sign of the device. */
  private static boolean isHeard(Connection connection, AgentId id) {
    try {
      return Heard.of(connection, id).isNow();
    } catch (MeshUnavailable e) {
      return false;
    }
  }

  private Outcome ended(AgentId id, AgentStatus status, boolean reached) {
    if (reached) {
      output.say(id + ": " + state);
      return outcome(id, state, ExitCode.OK, Optional.of(status));
    }
    output
        .err()
        .println(id + " has rejected what is wanted; 'harmonyctl get status " + id + "' says why");
    return outcome(id, "Rejected", ExitCode.FAILED, Optional.of(status));
  }

  private static Outcome outcome(
      AgentId id, String word, int exitCode, Optional<AgentStatus> status) {
    long generation = status.map(AgentStatus::manifestGeneration).orElse(0L);
    return new Outcome(id, generation, word, exitCode, status);
  }

  private String waiting(AgentId id, Optional<AgentStatus> last, Countdown countdown) {
    return "%s is not %s after %d s: %s"
        .formatted(
            id,
            state,
            countdown.passed().toSeconds(),
            last.map(StatusView::summary).orElse("it has said nothing"));
  }
}
