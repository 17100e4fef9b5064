package io.harmonyagent.agent.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Colours the words that an eye looks for; only on a terminal, and not where NO_COLOR is set. */
final class Paint {
  private static final Pattern WORDS =
      Pattern.compile(
          "\\b(?:(Ready|Converged|AlreadyApplied|ok)"
              + "|(Failed|Degraded|Offline|Rejected|Blocked|WillDelete|WillReplace|BAD)"
              + "|(Reconciling|Pending|NotReady|UnknownResource|WillCreate|WillUpdate|warn))\\b");
  private static final String[] COLOURS = {"", "\033[32m", "\033[31m", "\033[33m"};
  private static final String PLAIN = "\033[0m";

  private final boolean on;

  Paint(boolean on) {
    this.on = on;
  }

  static Paint forStandardOutput() {
    return new Paint(isWanted(System.getenv(), standardOutput()));
  }

  static boolean isWanted(Map<String, String> environment, String output) {
    boolean terminal = output.startsWith("/dev/pts/") || output.startsWith("/dev/tty");
    return terminal
        && environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "dumb").equals("dumb");
  }

  String words(String text) {
    if (!on) {
      return text;
    }
    return WORDS.matcher(text).replaceAll(found -> Matcher.quoteReplacement(painted(found)));
  }

  private static String painted(MatchResult found) {
    for (int group = 1; group < COLOURS.length; group++) {
      if (found.group(group) != null) {
        return COLOURS[group] + found.group() + PLAIN;
      }
    }
    return found.group();
  }

  private static String standardOutput() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
    } catch (IOException | UnsupportedOperationException e) {
      return "";
    }
  }
}
