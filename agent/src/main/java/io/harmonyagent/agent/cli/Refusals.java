package io.harmonyagent.agent.cli;

import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the server said no to. It says so beside the matter: whoever asked just gets no answer, and
 * would blame the network.
 */
final class Refusals implements ErrorListener {
  private static final Pattern VIOLATION =
      Pattern.compile("(?i).*permissions violation for (publish|subscription) to \"([^\"]*)\".*");

  private volatile @Nullable String first;

  /** The first refusal, in words that say what to do. */
  Optional<String> first() {
    return Optional.ofNullable(first);
  }

  @Override
  public void errorOccurred(Connection connection, String error) {
    if (first == null) {
      first = sentence(error);
    }
  }

  /** What a connection last complained of, if it is a refusal. */
  static Optional<String> in(@Nullable String lastError) {
    return Optional.ofNullable(lastError)
        .filter(error -> VIOLATION.matcher(error).matches())
        .map(Refusals::sentence);
  }

  static String sentence(String error) {
    Matcher violation = VIOLATION.matcher(error);
    if (!violation.matches()) {
      return "the mesh refuses: " + error;
    }
    boolean publish = violation.group(1).equalsIgnoreCase("publish");
    return "this user may not "
        + (publish ? "publish to " : "subscribe to ")
        + violation.group(2)
        + "; ask whoever runs the servers for that permission (docs/mesh.md)";
  }
}
