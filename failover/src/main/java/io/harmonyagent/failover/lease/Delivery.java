package io.harmonyagent.failover.lease;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.failover.core.ClusterConfig;
import io.harmonyagent.failover.core.Event;
import io.harmonyagent.failover.core.LeaseRecord;
import io.harmonyagent.failover.core.SiteReport;
import io.harmonyagent.failover.core.Stored;
import io.nats.client.Message;
import java.util.Optional;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns a message of the watch into an event. A record that cannot be read is told to nobody but
 * the log: its revision stands in the way of every compare-and-set, so it can promote no one.
 */
final class Delivery {
  private static final Logger log = LoggerFactory.getLogger(Delivery.class);

  private final RecordKeys keys;

  Delivery(RecordKeys keys) {
    this.keys = keys;
  }

  /** Empty for what is of no interest here: the flight recorder, keys of a later version. */
  Optional<LongFunction<Event>> read(Message message) {
    String subject = message.getSubject();
    boolean isState = subject.equals(keys.state());
    boolean isConfig = subject.equals(keys.config());
    if (!isState && !isConfig && !keys.isReport(subject)) {
      return Optional.empty();
    }
    long sequence = message.metaData().streamSequence();
    long serverTimeMs = message.metaData().timestamp().toInstant().toEpochMilli();
    if (message.hasHeaders() && message.getHeaders().getFirst("KV-Operation") != null) {
      log.error(
          "{} was deleted (revision {}); write it again, or the cluster stands still",
          subject,
          sequence);
      return Optional.empty();
    }
    try {
      Fields fields = Reading.start().root(new JsonReader().read(message.getData(), subject));
      return Optional.of(event(fields, isState, isConfig, sequence, serverTimeMs));
    } catch (InvalidDocument e) {
      log.error(
          "revision {} of {} cannot be read, and counts as not seen: {}",
          sequence,
          subject,
          e.sentence());
      return Optional.empty();
    }
  }

  private static LongFunction<Event> event(
      Fields fields, boolean isState, boolean isConfig, long sequence, long serverTimeMs)
      throws InvalidDocument {
    if (isState) {
      LeaseRecord lease = LeaseJson.read(fields);
      return now -> new Event.LeaseDelivered(now, new Stored(sequence, serverTimeMs, lease));
    }
    if (isConfig) {
      ClusterConfig config = ConfigJson.read(fields);
      return now -> new Event.ConfigDelivered(now, sequence, config);
    }
    SiteReport report = ReportJson.read(fields);
    return now -> new Event.ReportDelivered(now, sequence, serverTimeMs, report);
  }
}
