package io.harmonyagent.reconcilers.systemdunit;

import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.manifest.SystemdUnitSpec;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.reconcilers.file.DeviceFiles;
import io.harmonyagent.reconcilers.file.FileIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * The files of a unit in systemd's directory for the administrator. A file goes by its drop-in's
 * name; the unit file's name is empty.
 */
final class UnitFiles {
  static final String DIRECTORY = "/etc/systemd/system";

  /** The unit file itself, among the names of drop-ins. */
  static final String UNIT_FILE = "";

  /** More of a file that stands in our way is not kept. */
  private static final int MAX_KEPT_BYTES = 32 * 1024;

  private final DeviceFiles files;

  UnitFiles(DeviceFiles files) {
    this.files = files;
  }

  static String path(String unit, String file) {
    return file.equals(UNIT_FILE) ? DIRECTORY + "/" + unit : DIRECTORY + "/" + unit + ".d/" + file;
  }

  /** The texts that a spec wants, by file. */
  static SequencedMap<String, String> wanted(SystemdUnitSpec spec) {
    SequencedMap<String, String> wanted = new TreeMap<>(spec.dropIns());
    spec.content().ifPresent(text -> wanted.put(UNIT_FILE, text));
    return wanted;
  }

  Map<String, DeviceFiles.Found> compare(SystemdUnitSpec spec) throws ReconcileFailure {
    Map<String, DeviceFiles.Found> found = new TreeMap<>();
    for (Map.Entry<String, String> file : wanted(spec).entrySet()) {
      found.put(file.getKey(), files.compare(path(spec.name(), file.getKey()), file.getValue()));
    }
    return found;
  }

  /** What we wrote for this unit and its spec does not want any longer. */
  static List<String> left(SystemdUnitSpec spec, UnitMemo memo) {
    List<String> left = new ArrayList<>(memo.dropIns());
    left.removeAll(spec.dropIns().keySet());
    if (memo.file() && spec.content().isEmpty()) {
      left.add(UNIT_FILE);
    }
    return left;
  }

  /** Whether each of the wanted files can be told by its entry alone; nothing if one cannot. */
  Optional<List<FileIdentity>> marks(SystemdUnitSpec spec) throws ReconcileFailure {
    List<FileIdentity> marks = new ArrayList<>();
    for (String file : wanted(spec).keySet()) {
      Optional<FileIdentity> mark = files.mark(path(spec.name(), file));
      if (mark.isEmpty()) {
        return Optional.empty();
      }
      marks.add(mark.get());
    }
    return Optional.of(marks);
  }

  /** The text that stands where we are about to write; fails if it is too much to keep. */
  String keep(String unit, String file) throws ReconcileFailure {
    String path = path(unit, file);
    return files
        .read(path, MAX_KEPT_BYTES)
        .orElseThrow(
            () ->
                new ReconcileFailure(
                    "AlreadyExists",
                    path
                        + " is there already, and is not a text of at most 32 KiB that could be"
                        + " put back later; move it away"));
  }

  void write(ResourceId id, String unit, String file, String text, Attempt attempt)
      throws ReconcileFailure {
    files.write(id, path(unit, file), text, attempt);
  }

  void delete(ResourceId id, String unit, String file, Attempt attempt) throws ReconcileFailure {
    files.delete(id, path(unit, file), attempt);
    if (!file.equals(UNIT_FILE)) {
      files.deleteIfEmpty(DIRECTORY + "/" + unit + ".d");
    }
  }
}
