package io.harmonyagent.agent.doctor;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Reading;
import java.util.ArrayList;
import java.util.List;

/**
 * One thing that was looked at.
 *
 * @param subject one or two words
 * @param remedy what to do about it; empty where nothing is to be done
 */
public record Finding(Level level, String subject, String text, String remedy) {
  /** How much it matters. */
  public enum Level {
    OK("ok"),
    WARNING("warn"),
    BAD("BAD");

    private final String wireName;

    Level(String wireName) {
      this.wireName = wireName;
    }

    public String wireName() {
      return wireName;
    }
  }

  public static Finding ok(String subject, String text) {
    return new Finding(Level.OK, subject, text, "");
  }

  public static Finding warning(String subject, String text, String remedy) {
    return new Finding(Level.WARNING, subject, text, remedy);
  }

  public static Finding bad(String subject, String text, String remedy) {
    return new Finding(Level.BAD, subject, text, remedy);
  }

  public static Node toNode(List<Finding> findings) {
    return new JsonObject()
        .putNodes("findings", findings.stream().map(Finding::toNode).toList())
        .node();
  }

  private Node toNode() {
    return new JsonObject()
        .put("level", level.wireName())
        .put("subject", subject)
        .put("text", text)
        .put("remedy", remedy)
        .node();
  }

  public static List<Finding> read(Node document) throws InvalidDocument {
    List<Finding> findings = new ArrayList<>();
    for (Fields in : Reading.start().root(document).objects("findings")) {
      Level level = Level.WARNING;
      for (Level known : Level.values()) {
        level = known.wireName().equals(in.text("level")) ? known : level;
      }
      findings.add(new Finding(level, in.text("subject"), in.text("text"), in.text("remedy")));
    }
    return findings;
  }
}
