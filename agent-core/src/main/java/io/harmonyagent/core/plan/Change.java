package io.harmonyagent.core.plan;

import java.util.Optional;

/** What would become of one thing on the device. */
public sealed interface Change {
  /** It is not there and will be. */
  record WillCreate() implements Change {}

  /** It will be changed as it stands. */
  record WillUpdate(String differences) implements Change {}

  /** Another one will take its place. */
  record WillReplace(String differences) implements Change {}

  /**
   * It is ours, and nothing in the manifest wants it.
   *
   * @param afterwards what is left then, where it is not simply gone
   */
  record WillDelete(String afterwards) implements Change {}

  /** It is as it should be, or on its way there without our help. */
  record AlreadyApplied() implements Change {}

  /** Nothing will be done about it, for this reason. */
  record Blocked(String reason) implements Change {}

  /** The change of that wire name; nothing for a name that this version does not know. */
  static Optional<Change> of(String wireName, String explanation) {
    return switch (wireName) {
      case "WillCreate" -> Optional.of(new WillCreate());
      case "WillUpdate" -> Optional.of(new WillUpdate(explanation));
      case "WillReplace" -> Optional.of(new WillReplace(explanation));
      case "WillDelete" -> Optional.of(new WillDelete(explanation));
      case "AlreadyApplied" -> Optional.of(new AlreadyApplied());
      case "Blocked" -> Optional.of(new Blocked(explanation));
      default -> Optional.empty();
    };
  }

  /** Whether carrying out the plan touches it. */
  default boolean isChange() {
    return switch (this) {
      case WillCreate _, WillUpdate _, WillReplace _, WillDelete _ -> true;
      case AlreadyApplied _, Blocked _ -> false;
    };
  }

  default String wireName() {
    return switch (this) {
      case WillCreate _ -> "WillCreate";
      case WillUpdate _ -> "WillUpdate";
      case WillReplace _ -> "WillReplace";
      case WillDelete _ -> "WillDelete";
      case AlreadyApplied _ -> "AlreadyApplied";
      case Blocked _ -> "Blocked";
    };
  }

  /** What differs, or what is in the way. */
  default Optional<String> explanation() {
    return switch (this) {
      case WillUpdate(String differences) -> Optional.of(differences);
      case WillReplace(String differences) -> Optional.of(differences);
      case Blocked(String reason) -> Optional.of(reason);
      case WillDelete(String afterwards) ->
          afterwards.isEmpty() ? Optional.empty() : Optional.of(afterwards);
      case WillCreate _, AlreadyApplied _ -> Optional.empty();
    };
  }
}
