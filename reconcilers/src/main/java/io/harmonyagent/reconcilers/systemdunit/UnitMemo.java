package io.harmonyagent.reconcilers.systemdunit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What we changed of a unit and how it was before, so that it can be put back. It is on disk before
 * the change that it tells of.
 *
 * @param touched whether we changed anything at all
 * @param existed whether the device had the unit before us
 * @param wasActive whether it ran before we started or stopped it; absent if we did neither
 * @param fileState its unit file state before we enabled or disabled it
 * @param wasMasked whether it was masked before we masked or unmasked it
 * @param file whether we wrote its unit file
 * @param dropIns which drop-ins we wrote
 * @param replaced what stood in the place of files that we wrote; the unit file's key is empty
 * @param restartDue whether it may still run with the files that it had before
 * @param ranIn of a oneshot that finished: in which boot, and with which spec
 */
record UnitMemo(
    boolean touched,
    boolean existed,
    Optional<Boolean> wasActive,
    Optional<String> fileState,
    Optional<Boolean> wasMasked,
    boolean file,
    SortedSet<String> dropIns,
    SequencedMap<String, String> replaced,
    boolean restartDue,
    String ranIn) {
  static final UnitMemo NONE =
      new UnitMemo(
          false,
          false,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          false,
          new TreeSet<>(),
          new TreeMap<>(),
          false,
          "");

  static UnitMemo read(String memo) throws ReconcileFailure {
    if (memo.isEmpty()) {
      return NONE;
    }
    try {
      Fields in = Reading.start().root(new JsonReader().read(memo.getBytes(UTF_8), "memo"));
      return new UnitMemo(
          true,
          in.flag("existed", false),
          flag(in, "was_active"),
          in.optionalText("file_state"),
          flag(in, "was_masked"),
          in.flag("file", false),
          new TreeSet<>(in.texts("drop_ins")),
          new TreeMap<>(in.textMap("replaced")),
          in.flag("restart_due", false),
          in.optionalText("ran_in").orElse(""));
    } catch (InvalidDocument e) {
      throw new ReconcileFailure(
          "LedgerUnavailable", "a memo that cannot be read: " + e.sentence());
    }
  }

  String text() {
    JsonObject out = new JsonObject().put("existed", existed);
    wasActive.ifPresent(was -> out.put("was_active", was));
    fileState.ifPresent(state -> out.put("file_state", state));
    wasMasked.ifPresent(was -> out.put("was_masked", was));
    if (file) {
      out.put("file", true);
    }
    out.putTexts("drop_ins", dropIns.stream().toList()).putTextMap("replaced", replaced);
    if (restartDue) {
      out.put("restart_due", true);
    }
    if (!ranIn.isEmpty()) {
      out.put("ran_in", ranIn);
    }
    return new String(JsonWriter.compact(out.node()), UTF_8);
  }

  private static Optional<Boolean> flag(Fields in, String key) throws InvalidDocument {
    return in.has(key) ? Optional.of(in.flag(key, false)) : Optional.empty();
  }

  UnitMemo before(boolean existedBefore) {
    return touched
        ? this
        : new UnitMemo(
            true,
            existedBefore,
            wasActive,
            fileState,
            wasMasked,
            file,
            dropIns,
            replaced,
            restartDue,
            ranIn);
  }

  /** Only the first change of something has seen how it was before. */
  UnitMemo activeBefore(boolean active) {
    return withStates(Optional.of(wasActive.orElse(active)), fileState, wasMasked);
  }

  UnitMemo fileStateBefore(String state) {
    return withStates(wasActive, Optional.of(fileState.orElse(state)), wasMasked);
  }

  UnitMemo maskedBefore(boolean masked) {
    return withStates(wasActive, fileState, Optional.of(wasMasked.orElse(masked)));
  }

  private UnitMemo withStates(
      Optional<Boolean> active, Optional<String> state, Optional<Boolean> masked) {
    return new UnitMemo(
        touched, existed, active, state, masked, file, dropIns, replaced, restartDue, ranIn);
  }

  UnitMemo withFile(boolean written) {
    return withFiles(written, dropIns, replaced);
  }

  UnitMemo withDropIn(String name) {
    SortedSet<String> more = new TreeSet<>(dropIns);
    more.add(name);
    return withFiles(file, more, replaced);
  }

  UnitMemo withoutDropIn(String name) {
    SortedSet<String> fewer = new TreeSet<>(dropIns);
    fewer.remove(name);
    return withFiles(file, fewer, without(replaced, name));
  }

  UnitMemo withReplaced(String name, String text) {
    SequencedMap<String, String> more = new TreeMap<>(replaced);
    more.put(name, text);
    return withFiles(file, dropIns, more);
  }

  UnitMemo withoutReplaced(String name) {
    return withFiles(file, dropIns, without(replaced, name));
  }

  private UnitMemo withFiles(
      boolean written, SortedSet<String> names, SequencedMap<String, String> texts) {
    return new UnitMemo(
        touched,
        existed,
        wasActive,
        fileState,
        wasMasked,
        written,
        names,
        texts,
        restartDue,
        ranIn);
  }

  UnitMemo withRestartDue(boolean due) {
    return new UnitMemo(
        touched, existed, wasActive, fileState, wasMasked, file, dropIns, replaced, due, ranIn);
  }

  UnitMemo withRanIn(String where) {
    return new UnitMemo(
        touched,
        existed,
        wasActive,
        fileState,
        wasMasked,
        file,
        dropIns,
        replaced,
        restartDue,
        where);
  }

  private static SequencedMap<String, String> without(Map<String, String> texts, String name) {
    SequencedMap<String, String> fewer = new TreeMap<>(texts);
    fewer.remove(name);
    return fewer;
  }
}
