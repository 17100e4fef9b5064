package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.manifest.FileContent;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.reconcile.Decision;
import io.harmonyagent.core.reconcile.Target;
import io.harmonyagent.core.status.ResourceError;
import java.util.ArrayList;
import java.util.List;

/** What follows from what was seen. Pure. */
final class FileDecisions {
  private FileDecisions() {}

  static Decision decide(Target<FileSpec> target, FileObservation observed) {
    FileSpec spec = target.spec();
    if (observed instanceof FileObservation.Absent) {
      return new Decision.Create();
    }
    List<String> differences = differences(spec, observed);
    boolean mayChange = target.owned() || spec.adopt();
    if (!differences.isEmpty() && !mayChange) {
      return alreadyExists(
          spec,
          observed instanceof FileObservation.OfOtherType(String type)
              ? "is " + type
              : "is there already, is not ours, and differs: " + String.join(", ", differences));
    }
    if (target.owned() && !FileMemo.says(target.memo(), spec.onDelete())) {
      differences = new ArrayList<>(differences);
      differences.add("on_delete");
    }
    return differences.isEmpty()
        ? new Decision.Nothing()
        : new Decision.Update(String.join(", ", differences));
  }

  /** Whether the disk holds what the spec wants, whoever put it there. */
  static boolean isInPlace(FileSpec spec, FileObservation observed) {
    return !(observed instanceof FileObservation.Absent) && differences(spec, observed).isEmpty();
  }

  private static List<String> differences(FileSpec spec, FileObservation observed) {
    return switch (observed) {
      case FileObservation.Absent _, FileObservation.Unchanged _ -> List.of();
      case FileObservation.OfOtherType(String type) -> List.of("was " + type);
      case FileObservation.OfWantedType found -> differences(spec, found);
    };
  }

  private static List<String> differences(FileSpec spec, FileObservation.OfWantedType found) {
    List<String> differences = new ArrayList<>();
    if (!found.sameContent()) {
      differences.add(spec.content() instanceof FileContent.Symlink ? "target" : "content");
    }
    if (found.mode() != spec.mode()) {
      differences.add("mode " + octal(found.mode()) + " instead of " + octal(spec.mode()));
    }
    if (spec.owner().isPresent() && !found.ownerMatches()) {
      differences.add("owner " + found.owner().getName() + " instead of " + spec.owner().get());
    }
    if (spec.group().isPresent() && !found.groupMatches()) {
      differences.add("group " + found.group().getName() + " instead of " + spec.group().get());
    }
    return differences;
  }

  private static String octal(int mode) {
    String digits = Integer.toOctalString(mode);
    return "0".repeat(4 - digits.length()) + digits;
  }

  private static Decision alreadyExists(FileSpec spec, String how) {
    return new Decision.Refuse(
        new ResourceError(
            "AlreadyExists",
            spec.path() + " " + how + "; set \"adopt\": true to take it over, or move it away"));
  }
}
