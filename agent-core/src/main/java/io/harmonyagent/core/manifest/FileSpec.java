package io.harmonyagent.core.manifest;

import java.util.Optional;

/**
 * A regular file with given content.
 *
 * <p>Equality is written out: what the compiler would generate runs far slower in a native image
 * (adr/0004), and this is asked for with every look at every resource.
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

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof FileSpec that
            && mode == that.mode
            && adopt == that.adopt
            && path.equals(that.path)
            && owner.equals(that.owner)
            && group.equals(that.group)
            && content.equals(that.content));
  }

  @Override
  public int hashCode() {
    return 31 * path.hashCode() + content.hashCode();
  }
}
