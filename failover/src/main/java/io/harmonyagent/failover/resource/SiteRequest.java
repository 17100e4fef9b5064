package io.harmonyagent.failover.resource;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.failover.core.Decision;
import io.harmonyagent.failover.core.Reason;
import io.harmonyagent.failover.lease.ClusterName;
import io.harmonyagent.failover.lease.Words;
import io.harmonyagent.failover.site.SiteShell;
import java.util.ArrayList;
import java.util.List;

/** What an operator asks an agent about its site: the request of the verb {@code failover}. */
public record SiteRequest(String cluster, SiteShell.Request request) {
  public static final String VERB = "failover";

  public JsonObject toJson() {
    return new JsonObject().put("cluster", cluster).put("request", Words.of(request));
  }

  public static SiteRequest read(byte[] request) throws InvalidDocument {
    Fields in = Reading.start().root(new JsonReader().read(request, "request"));
    String cluster = in.text("cluster");
    try {
      return new SiteRequest(
          new ClusterName(cluster).value(), Words.read(in, "request", SiteShell.Request.values()));
    } catch (IllegalArgumentException e) {
      throw in.invalid("cluster", String.valueOf(e.getMessage()));
    }
  }

  /**
   * What the site said to it.
   *
   * @param sentences each decision in words
   */
  public record Answer(boolean granted, List<String> sentences) {
    public static Answer of(List<Decision> decisions) {
      return decisions.isEmpty()
          ? new Answer(false, List.of("the same was refused just before, for the same reasons"))
          : new Answer(
              decisions.stream().allMatch(Decision::isGranted),
              decisions.stream().flatMap(decision -> sentences(decision).stream()).toList());
    }

    private static List<String> sentences(Decision decision) {
      return switch (decision) {
        case Decision.Granted(var transition) -> List.of(Words.of(transition) + ": granted");
        case Decision.Refused(var transition, List<Reason> reasons) ->
            reasons.stream()
                .map(reason -> Words.of(transition) + " refused: " + reason.text())
                .toList();
      };
    }

    public byte[] toBytes() {
      return JsonWriter.compact(
          new JsonObject().put("granted", granted).putTexts("sentences", sentences).node());
    }

    public static Answer read(byte[] answer) throws InvalidDocument {
      Fields in = Reading.start().root(new JsonReader().read(answer, "answer"));
      return new Answer(in.flag("granted", false), new ArrayList<>(in.texts("sentences")));
    }
  }
}
