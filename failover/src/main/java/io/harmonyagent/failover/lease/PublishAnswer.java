package io.harmonyagent.failover.lease;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.failover.core.CasOutcome;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What JetStream answered to a compare-and-set. Whatever is not understood is <em>unknown</em>:
 * that outcome changes nothing (S3).
 */
final class PublishAnswer {
  private static final Logger log = LoggerFactory.getLogger(PublishAnswer.class);
  private static final long WRONG_LAST_SEQUENCE = 10071;
  private static final long SEQUENCE_IN_FLIGHT = 10164;
  private static final Pattern STANDING = Pattern.compile("wrong last sequence: (\\d{1,18})");

  private PublishAnswer() {}

  /**
   * @param nowMs the wall clock, for people: an ack has no stamp, and what the watch delivers
   *     replaces it before anything is judged
   */
  static CasOutcome read(byte[] answer, long nowMs) {
    try {
      Fields fields = Reading.start().root(new JsonReader().read(answer, "answer"));
      Optional<Fields> error = fields.optionalObject("error");
      return error.isPresent()
          ? refused(error.get())
          : new CasOutcome.Acked(fields.integer("seq"), nowMs);
    } catch (InvalidDocument e) {
      log.warn("the mesh answered a lease with something else: {}", e.sentence());
      return new CasOutcome.Unknown();
    }
  }

  private static CasOutcome refused(Fields error) throws InvalidDocument {
    String description = error.optionalText("description").orElse("");
    long code = error.optionalInteger("err_code").orElse(0L);
    if (code == WRONG_LAST_SEQUENCE) {
      Matcher standing = STANDING.matcher(description);
      return new CasOutcome.Lost(standing.find() ? Long.parseLong(standing.group(1)) : 0);
    }
    if (code == SEQUENCE_IN_FLIGHT) {
      return new CasOutcome.InFlight();
    }
    log.warn("the mesh did not take a lease: {} ({})", description, code);
    return new CasOutcome.Unknown();
  }
}
