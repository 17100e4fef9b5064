package io.harmonyagent.agent.update;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The package's own build, which no update replaces, as a witness: a build that cannot reach
 * anybody by a fault of its own would say that there is nobody.
 */
public final class PackagedBuild {
  private static final Logger log = LoggerFactory.getLogger(PackagedBuild.class);
  private static final Path PROGRAM = Path.of("/usr/bin/harmony-agent");
  private static final Duration PATIENCE = Duration.ofSeconds(8);
  private static final int NOBODY = 1;

  private final Path program;
  private final Path runtime;

  PackagedBuild(Path program, Path runtime) {
    this.program = program;
    this.runtime = runtime;
  }

  /** Where the package puts it; {@code runtime} is the agent's directory in {@code /run}. */
  public static PackagedBuild installed(Path runtime) {
    return new PackagedBuild(PROGRAM, runtime);
  }

  /** Whether somebody listens at one of these, or whoever should say so does not. */
  public boolean mayReach(List<String> servers) throws InterruptedException {
    List<String> question = new ArrayList<>(List.of("selftest"));
    servers.forEach(server -> question.addAll(List.of("--listens", server)));
    try {
      Asked answer = Asked.of(program, question, PATIENCE, runtime.resolve("witness.out"));
      return !answer.ended() || answer.exitCode() != NOBODY;
    } catch (IOException e) {
      log.warn("{} cannot be asked whether anybody listens: {}", program, e.toString());
      return true;
    }
  }
}
