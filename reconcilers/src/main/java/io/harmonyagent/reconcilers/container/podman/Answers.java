package io.harmonyagent.reconcilers.container.podman;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Reading;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes podman's answers apart. */
final class Answers {
  private static final int MOST_WORDS = 600;

  private Answers() {}

  static Fields object(byte[] body) throws PodmanException {
    try {
      return Reading.start().root(node(body));
    } catch (InvalidDocument e) {
      throw new PodmanException.Broken("the answer is not as expected: " + e.sentence());
    }
  }

  static List<Fields> objects(byte[] body) throws PodmanException {
    List<Fields> objects = new ArrayList<>();
    try {
      if (!(node(body) instanceof Node.Sequence(var _, List<Node> items))) {
        // An empty list of Go is null in JSON.
        return objects;
      }
      for (Node item : items) {
        objects.add(Reading.start().root(item));
      }
      return objects;
    } catch (InvalidDocument e) {
      throw new PodmanException.Broken("the answer is not as expected: " + e.sentence());
    }
  }

  /** podman's own words for why it said no, cut to a size that fits into a status. */
  static PodmanException.Refused refusal(int status, byte[] body) {
    try {
      Fields in = object(body);
      String message = in.optionalText("message").or(() -> cause(in)).orElse("status " + status);
      return new PodmanException.Refused(status, brief(message));
    } catch (PodmanException | InvalidDocument e) {
      String text = new String(body, StandardCharsets.UTF_8).strip();
      return new PodmanException.Refused(status, text.isEmpty() ? "status " + status : brief(text));
    }
  }

  static String brief(String words) {
    String line = words.replaceAll("\\s+", " ").strip();
    return line.length() <= MOST_WORDS ? line : line.substring(0, MOST_WORDS) + "…";
  }

  private static Optional<String> cause(Fields in) {
    try {
      return in.optionalText("cause");
    } catch (InvalidDocument e) {
      return Optional.empty();
    }
  }

  private static Node node(byte[] body) throws InvalidDocument {
    return new JsonReader().read(body, "podman");
  }
}
