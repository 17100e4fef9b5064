package io.harmonyagent.agent.update;

import io.harmonyagent.agent.posix.Kernel;
import io.harmonyagent.core.update.Build;
import io.harmonyagent.core.update.Launching;
import io.harmonyagent.core.update.Probation;
import io.harmonyagent.core.update.Trial;
import io.harmonyagent.core.update.UpdateState;
import io.harmonyagent.core.update.UpdateStateFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the build that is to run, in place of this process. It works in the package's own binary
 * only, and asks nothing but the state on disk: neither the configuration, which may be in a newer
 * build's words, nor the network. Whatever goes wrong, there is a build left to run: this one.
 */
public final class Launcher {
  private static final Logger log = LoggerFactory.getLogger(Launcher.class);

  /** Says to a build which image it runs from. */
  private static final String IMAGE_VARIABLE = "AGENT_IMAGE";

  private final BuildImages images;
  private final UpdateStateFile file;
  private final VainStarts vainStarts;
  private final Kernel kernel;

  public Launcher(Path state, Path runtime, Kernel kernel) {
    this.images = new BuildImages(state, runtime, kernel);
    this.file = new UpdateStateFile(BuildImages.directoryIn(state));
    this.vainStarts = images.starts();
    this.kernel = kernel;
  }

  /** The image that this process runs from; absent: the package's own build. */
  public static Optional<String> runningImage(Map<String, String> environment) {
    return Optional.ofNullable(environment.get(IMAGE_VARIABLE));
  }

  /** Whether this process is a build that has yet to show that it works, and lasts. */
  public static boolean isToBeProven(Path state, Map<String, String> environment) {
    UpdateState known = new UpdateStateFile(BuildImages.directoryIn(state)).read();
    return runningImage(environment).filter(known::isToBeProven).isPresent();
  }

  /** Comes back only if this process is what is to run. */
  public void launch(
      String packaged,
      String bootId,
      List<String> arguments,
      Map<String, String> environment,
      Instant now) {
    UpdateState before = file.read();
    if (runningImage(environment).isPresent() || before.equals(UpdateState.NEW)) {
      return;
    }
    Launching.Decision decision =
        Launching.decide(before, packaged, bootId, vainStarts.count(), now);
    decision.state().failed().stream()
        .filter(build -> before.failure(build.artifact()).isEmpty())
        .forEach(
            build ->
                log.error(
                    "version {} does not work and will not be tried again: {}",
                    build.version(),
                    build.message()));
    if (decision.build().isEmpty() && decision.state().current().isPresent()) {
      log.error(
          "version {} was started {} times in this boot and did not last: the package's"
              + " own {} runs until the next boot",
          decision.state().current().get().version(),
          vainStarts.count(),
          packaged);
    }
    boolean remembered = decision.state().equals(before) || remember(decision.state());
    if (remembered && !decision.state().current().equals(before.current())) {
      // They were another build's.
      vainStarts.forget();
    }
    if (decision.isTried() && !remembered) {
      // A start that is not counted could go on for ever.
      startInForce(decision.state(), arguments, environment);
    } else if (decision.isTried()) {
      startOnTrial(decision.state(), arguments, environment);
    } else if (decision.build().isPresent()) {
      startInForce(decision.state(), arguments, environment);
    }
  }

  private boolean remember(UpdateState state) {
    try {
      file.write(state);
      return true;
    } catch (IOException e) {
      log.error("what is remembered of updates cannot be written: {}", e.toString());
      return false;
    }
  }

  private void startOnTrial(
      UpdateState state, List<String> arguments, Map<String, String> environment) {
    Trial trial = state.trial().orElseThrow();
    log.info("version {} is tried, start {}", trial.build().version(), trial.starts());
    kernel.endAfter(trial.proveWithinSeconds());
    become(trial.build(), arguments, environment);
    kernel.endAfter(0);
    remember(state.notStarted());
    startInForce(state, arguments, environment);
  }

  /** Or, as long as it is there, what ran before that. */
  private void startInForce(
      UpdateState state, List<String> arguments, Map<String, String> environment) {
    if (state.current().isPresent()) {
      vainStarts.add();
      become(state.current().get(), arguments, environment);
    }
    Optional<Build> before = state.probation().flatMap(Probation::before);
    if (before.isPresent()) {
      become(before.get(), arguments, environment);
    }
  }

  private void become(Build build, List<String> arguments, Map<String, String> environment) {
    List<String> lines = new ArrayList<>();
    environment.forEach((name, value) -> lines.add(name + "=" + value));
    lines.add(IMAGE_VARIABLE + "=" + build.sha256());
    try {
      Path program = images.mounted(build.sha256());
      throw kernel.become(program, arguments, lines);
    } catch (IOException e) {
      log.error("version {} cannot be started: {}", build.version(), e.getMessage());
    }
  }
}
