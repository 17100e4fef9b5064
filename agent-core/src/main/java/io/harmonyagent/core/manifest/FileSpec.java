package io.harmonyagent.core.manifest;

import java.util.Optional;

/**
 * A regular file with given content.
 *
 * @param path absolute and normalised
 * @param mode permission bits, 0 to 0777
 * @param owner name or number; absent means that the owner is nobody's business
 * @param group name or number; absent means that the group is nobody's business
 * @param adopt whether a file that is there already, and not ours, may be taken over
 */
public record FileSpec(
    String path,
    int mode,
    Optional<String> owner,
    Optional<String> group,
    FileContent content,
    boolean adopt)
    implements ResourceSpec {
  public static final String KIND = "File";

  @Override
  public String kind() {
    return KIND;
  }
}
