package io.harmonyagent.agent.top;

import io.harmonyagent.agent.top.view.Move;
import io.harmonyagent.agent.top.view.News;
import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.failover.core.Stored;
import io.harmonyagent.failover.lease.ConfigJson;
import io.harmonyagent.failover.lease.FailoverBucket;
import io.harmonyagent.failover.lease.LeaseJson;
import io.harmonyagent.failover.lease.ReportJson;
import io.nats.client.Message;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a record of the failover bucket says about its cluster. */
final class FailoverReader {
  private static final String PREFIX = "$KV." + FailoverBucket.NAME + ".";

  private FailoverReader() {}

  /** Empty for what was deleted, and for keys of a later version. */
  static Optional<News> read(Message message) {
    String key = message.getSubject().substring(PREFIX.length());
    int dot = key.indexOf('.');
    if (dot < 0 || FleetReader.isDeleted(message)) {
      return Optional.empty();
    }
    try {
      return read(
          key.substring(0, dot),
          key.substring(dot + 1),
          Reading.start().root(new JsonReader().read(message.getData(), key)),
          message.metaData().streamSequence(),
          message.metaData().timestamp().toInstant());
    } catch (InvalidDocument e) {
      return Optional.of(new News.Remark(key + " cannot be read: " + e.sentence()));
    }
  }

  private static Optional<News> read(
      String cluster, String record, Fields fields, long revision, Instant stored)
      throws InvalidDocument {
    if (record.startsWith("site.")) {
      return Optional.of(new News.Reported(cluster, ReportJson.read(fields), stored));
    }
    return switch (record) {
      case "config" -> Optional.of(new News.Configured(cluster, ConfigJson.read(fields)));
      case "state" ->
          Optional.of(
              new News.Leased(
                  cluster, new Stored(revision, stored.toEpochMilli(), LeaseJson.read(fields))));
      case "event" -> Optional.of(new News.Decided(cluster, move(fields, stored)));
      default -> Optional.empty();
    };
  }

  /** Only what is shown, so that decisions of a later version are shown as well. */
  private static Move move(Fields fields, Instant stored) throws InvalidDocument {
    boolean granted = fields.flag("granted", false);
    List<String> reasons = new ArrayList<>();
    for (Fields reason : fields.objects("reasons")) {
      reasons.add(reason.optionalText("text").orElse("?"));
    }
    String what = fields.text("transition").replace('-', ' ').replace('_', ' ');
    return new Move(
        at(fields).orElse(stored),
        fields.text("site"),
        fields.integer("epoch"),
        granted ? what : what + " refused",
        granted,
        String.join("; ", reasons));
  }

  private static Optional<Instant> at(Fields fields) throws InvalidDocument {
    try {
      return fields.optionalText("at").map(Instant::parse);
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
