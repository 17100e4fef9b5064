package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.manifest.OnDelete;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What the ledger keeps for us of a thing of ours. An empty memo is that of most: nothing was there
 * before that anybody wants back, nothing is being fetched, and in the end it is removed.
 *
 * @param before what stood there when it was taken over, if that is to come back
 */
record FileMemo(OnDelete onDelete, Optional<Before> before, Optional<Download> download) {
  static final FileMemo EMPTY = new FileMemo(OnDelete.REMOVE, Optional.empty(), Optional.empty());

  /**
   * A download that was begun.
   *
   * @param part the file beside the target that holds what has come so far
   */
  record Download(String sha256, String part) {}

  /**
   * Whether a memo has this policy. Asked with every look at every file, so the text itself is
   * asked: the policy stands first in it.
   */
  static boolean says(String memo, OnDelete policy) {
    return memo.isEmpty() ? policy == OnDelete.REMOVE : memo.startsWith(beginning(policy));
  }

  static FileMemo of(String memo) throws ReconcileFailure {
    if (memo.isEmpty()) {
      return EMPTY;
    }
    try {
      Fields in =
          Reading.start()
              .root(new JsonReader().read(memo.getBytes(StandardCharsets.UTF_8), "memo"));
      Optional<Fields> before = in.optionalObject("before");
      Optional<Fields> download = in.optionalObject("download");
      return new FileMemo(
          policy(in),
          before.isEmpty() ? Optional.empty() : Optional.of(Before.read(before.get())),
          download.isEmpty()
              ? Optional.empty()
              : Optional.of(
                  new Download(download.get().text("sha256"), download.get().text("part"))));
    } catch (InvalidDocument e) {
      throw new ReconcileFailure(
          "LedgerUnavailable", "the ledger holds a memo that we did not write: " + e.sentence());
    }
  }

  FileMemo withPolicy(OnDelete policy) {
    return new FileMemo(policy, before, download);
  }

  FileMemo withDownload(Download begun) {
    return new FileMemo(onDelete, before, Optional.of(begun));
  }

  String text() {
    if (equals(EMPTY)) {
      return "";
    }
    JsonObject out = new JsonObject().put("on_delete", onDelete.wireName());
    before.ifPresent(b -> out.put("before", b.toJson()));
    download.ifPresent(
        d -> out.put("download", new JsonObject().put("sha256", d.sha256()).put("part", d.part())));
    return new String(JsonWriter.compact(out.node()), StandardCharsets.UTF_8);
  }

  private static OnDelete policy(Fields in) throws InvalidDocument {
    String word = in.text("on_delete");
    for (OnDelete policy : OnDelete.values()) {
      if (policy.wireName().equals(word)) {
        return policy;
      }
    }
    throw in.invalid("on_delete", "is '" + word + "'");
  }

  private static String beginning(OnDelete policy) {
    return switch (policy) {
      case REMOVE -> "{\"on_delete\":\"remove\"";
      case KEEP -> "{\"on_delete\":\"keep\"";
      case RESTORE -> "{\"on_delete\":\"restore\"";
    };
  }
}
