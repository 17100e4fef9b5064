package io.harmonyagent.failover.history;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.failover.core.Decision;
import io.harmonyagent.failover.core.Reason;
import io.harmonyagent.failover.core.Role;
import io.harmonyagent.failover.core.Transition;
import io.harmonyagent.failover.lease.Words;
import io.harmonyagent.failover.site.FlightRecorder.Entry;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;

/** {@code <c>.event} as JSON: one decision. */
public final class EntryJson {
  private EntryJson() {}

  public static JsonObject write(Entry entry) {
    Decision decision = entry.decision();
    JsonObject json =
        new JsonObject()
            .put("at", entry.at().toString())
            .put("site", entry.site().value())
            .put("run", entry.run())
            .put("number", entry.number())
            .put("role", Words.of(entry.role()))
            .put("epoch", entry.epoch())
            .put("transition", Words.of(decision.transition()))
            .put("granted", decision.isGranted());
    if (decision instanceof Decision.Refused refused) {
      json.putNodes("reasons", refused.reasons().stream().map(EntryJson::reason).toList());
    }
    return json.put("kind", EvidenceJson.kind(entry.evidence()))
        .put("evidence", EvidenceJson.write(entry.evidence()));
  }

  static byte[] bytes(Entry entry) {
    return JsonWriter.compact(write(entry).node());
  }

  public static Entry read(byte[] bytes, String source) throws InvalidDocument {
    Fields fields = Reading.start().root(new JsonReader().read(bytes, source));
    return new Entry(
        at(fields),
        Words.site(fields, "site"),
        fields.text("run"),
        fields.integer("number"),
        Words.read(fields, "role", Role.values()),
        fields.integer("epoch"),
        EvidenceJson.read(fields.text("kind"), fields.object("evidence")),
        decision(fields));
  }

  private static Decision decision(Fields fields) throws InvalidDocument {
    Transition transition = Words.read(fields, "transition", Transition.values());
    List<Reason> reasons = new ArrayList<>();
    for (Fields reason : fields.objects("reasons")) {
      reasons.add(
          new Reason(
              Words.read(reason, "kind", Reason.Kind.values()),
              reason.integer("found"),
              reason.integer("needed")));
    }
    boolean granted = fields.flag("granted", false);
    if (granted != reasons.isEmpty()) {
      throw fields.invalid("reasons", "are what a refusal has, and nothing else");
    }
    return granted ? new Decision.Granted(transition) : new Decision.Refused(transition, reasons);
  }

  private static Node reason(Reason reason) {
    return new JsonObject()
        .put("kind", Words.of(reason.kind()))
        .put("found", reason.found())
        .put("needed", reason.needed())
        .put("text", reason.text())
        .node();
  }

  private static Instant at(Fields fields) throws InvalidDocument {
    try {
      return Instant.parse(fields.text("at"));
    } catch (DateTimeParseException e) {
      throw fields.invalid("at", "is no time such as 2026-01-31T12:00:00.250Z");
    }
  }
}
