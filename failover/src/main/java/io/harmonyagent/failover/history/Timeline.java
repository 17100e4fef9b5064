package io.harmonyagent.failover.history;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.Node;
import io.harmonyagent.core.mesh.BucketScan;
import io.harmonyagent.failover.core.Decision;
import io.harmonyagent.failover.lease.Words;
import io.harmonyagent.failover.site.FlightRecorder.Entry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The history of a cluster as people read it: who decided what, when, and why. Asks every evidence
 * again, so that a history that does not lead to its decisions is found out.
 */
public final class Timeline {
  private final List<Moment> moments;
  private final List<String> unread;

  /**
   * One entry.
   *
   * @param again what its evidence leads to now
   */
  private record Moment(Entry entry, Decision again) {
    boolean agrees() {
      return again.equals(entry.decision());
    }
  }

  private Timeline(List<Moment> moments, List<String> unread) {
    this.moments = moments;
    this.unread = unread;
  }

  /**
   * Entries that were sent twice, since an ack was lost, stand in it once. One that cannot be read,
   * of an agent of another version, is told and keeps nobody from the others.
   */
  public static Timeline of(List<BucketScan.Entry> events) {
    Set<String> known = new HashSet<>();
    List<Moment> moments = new ArrayList<>();
    List<String> unread = new ArrayList<>();
    for (BucketScan.Entry event : events) {
      if (event.value().isEmpty()) {
        continue;
      }
      try {
        Entry entry =
            EntryJson.read(event.value().get(), event.key() + " revision " + event.revision());
        if (known.add(entry.site() + " " + entry.run() + " " + entry.number())) {
          moments.add(new Moment(entry, entry.evidence().decide()));
        }
      } catch (InvalidDocument e) {
        unread.add(e.sentence());
      }
    }
    moments.sort((one, other) -> one.entry().at().compareTo(other.entry().at()));
    return new Timeline(moments, unread);
  }

  /** Whether every evidence leads to the decision that stands beside it. */
  public boolean agrees() {
    return moments.stream().allMatch(Moment::agrees);
  }

  /** The rows of a table: time, site, what it was then, epoch, what happened. */
  public List<List<String>> rows(boolean explain) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("TIME", "SITE", "ROLE", "EPOCH", "WHAT"));
    for (Moment moment : moments) {
      Entry entry = moment.entry();
      rows.add(
          List.of(
              entry.at().toString(),
              entry.site().value(),
              Words.of(entry.role()),
              Long.toString(entry.epoch()),
              Sentences.of(entry)));
      if (explain) {
        for (String line : Sentences.explain(entry.evidence())) {
          rows.add(List.of("", "", "", "", "  " + line));
        }
        rows.add(
            List.of(
                "",
                "",
                "",
                "",
                moment.agrees()
                    ? "  asked again: the same"
                    : "  ASKED AGAIN: " + moment.again().explain() + " - NOT THE SAME"));
      }
    }
    unread.forEach(why -> rows.add(List.of("", "", "", "", "cannot be read: " + why)));
    return rows;
  }

  /** What happened, a sentence each. */
  public List<String> decisions() {
    return moments.stream().map(moment -> Sentences.of(moment.entry())).toList();
  }

  public Node json() {
    List<Node> entries = new ArrayList<>();
    for (Moment moment : moments) {
      entries.add(
          EntryJson.write(moment.entry())
              .put("sentence", Sentences.of(moment.entry()))
              .put("asked_again", moment.agrees() ? "same" : moment.again().explain())
              .node());
    }
    return new JsonObject()
        .put("same", agrees())
        .putNodes("entries", entries)
        .putTexts("unread", unread)
        .node();
  }
}
