package io.harmonyagent.reconcilers.file;

import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.UserPrincipal;

/** What stands at a path. */
sealed interface FileObservation {
  /** Nothing. */
  record Absent() implements FileObservation {}

  /** Exactly what stood there when it was last found to be in place. */
  record Unchanged() implements FileObservation {}

  /** Something else than the regular file, directory or link that is wanted. */
  record OfOtherType(String type) implements FileObservation {}

  /** Something of the wanted type, compared with what the spec wants. */
  record OfWantedType(
      boolean sameContent,
      int mode,
      UserPrincipal owner,
      boolean ownerMatches,
      GroupPrincipal group,
      boolean groupMatches)
      implements FileObservation {}
}
