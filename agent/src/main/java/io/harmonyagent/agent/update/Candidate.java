package io.harmonyagent.agent.update;

import io.harmonyagent.core.manifest.AgentRelease;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Asks a build that is not in force yet whether it works here, without letting it do anything. */
final class Candidate {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** What the kernel says of a program that it has, but not what the program itself runs by. */
  private static final Pattern IS_NOT_THERE = Pattern.compile("error[=:] ?2\\b");

  private final Path program;
  private final Path scratch;

  Candidate(Path program, Path runtime) {
    this.program = program;
    this.scratch = runtime.resolve("candidate.out");
  }

  /** What is wrong with it, if anything is. */
  Optional<String> objection(AgentRelease release) throws IOException, InterruptedException {
    // Java would have a shell read what the kernel cannot run.
    String here = System.getProperty("os.arch");
    Optional<String> isFor = Elf.architecture(program);
    if (isFor.isPresent() && !isFor.get().equals(here)) {
      return Optional.of("it is for " + isFor.get() + ", and this device is " + here);
    }
    Asked version = ask("version");
    if (!isWell(version)) {
      return Optional.of(trouble(version, "version"));
    }
    String says = version.text().strip();
    if (!says.endsWith(" " + release.version())) {
      return Optional.of(
          "it should be version " + release.version() + ", and says that it is: " + says);
    }
    Asked test = ask("selftest");
    return isWell(test) ? Optional.empty() : Optional.of(trouble(test, "selftest"));
  }

  private Asked ask(String question) throws IOException, InterruptedException {
    try {
      return Asked.of(program, List.of(question), PATIENCE, scratch);
    } catch (IOException e) {
      String why = String.valueOf(e.getMessage());
      if (IS_NOT_THERE.matcher(why).find()) {
        return new Asked(true, -1, why);
      }
      // Of anything else, too little memory say, the build is innocent.
      throw e;
    }
  }

  private static boolean isWell(Asked answer) {
    return answer.ended() && answer.exitCode() == 0;
  }

  private static String trouble(Asked answer, String question) {
    return "its '"
        + question
        + (answer.ended()
            ? "' ended with " + answer.exitCode()
            : "' did not end within " + PATIENCE.toSeconds() + " s")
        + (answer.text().isBlank() ? "" : ": " + answer.text().strip().replaceAll("\\R", "; "));
  }
}
