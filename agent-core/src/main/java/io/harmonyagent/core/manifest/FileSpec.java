package io.harmonyagent.core.manifest;

import java.time.Duration;
import java.util.Optional;

/**
 * A regular file, a directory or a symbolic link.
 *
 * <p>Equality is written out: what the compiler would generate runs far slower in a native image
 * (adr/0004), and this is asked for with every look at every resource.
 *
 * @param path absolute and normalised
 * @param mode permission bits, 0 to 0777; of a link always {@link #MODE_OF_LINKS}
 * @param owner name or number; absent means that the owner is nobody's business
 * @param group name or number; absent means that the group is nobody's business
 * @param adopt whether something that is there already, and not ours, may be taken over
 */
public record FileSpec(
    String path,
    int mode,
    Optional<String> owner,
    Optional<String> group,
    FileContent content,
    boolean adopt,
    OnDelete onDelete)
    implements ResourceSpec {
  public static final String KIND = "File";

  /** What Linux says of every link, and nobody can change. */
  public static final int MODE_OF_LINKS = 0777;

  /** The slowest line on which an artifact is still expected to arrive. */
  private static final long SLOWEST_BYTES_PER_SECOND = 64 * 1024;

  public FileSpec(
      String path,
      int mode,
      Optional<String> owner,
      Optional<String> group,
      FileContent content,
      boolean adopt) {
    this(path, mode, owner, group, content, adopt, OnDelete.REMOVE);
  }

  @Override
  public String kind() {
    return KIND;
  }

  /** What has to be fetched takes its time, and what was fetched by then is not lost. */
  @Override
  public Duration patience(Duration usual) {
    return content instanceof FileContent.Artifact(_, long size)
        ? usual.plusSeconds(size / SLOWEST_BYTES_PER_SECOND)
        : usual;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof FileSpec that
            && mode == that.mode
            && adopt == that.adopt
            && onDelete == that.onDelete
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
