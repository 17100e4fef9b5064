package io.harmonyagent.reconcilers.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Optional;

/**
 * What one lstat says of a file. While it stays equal, nobody wrote to the file, replaced it, or
 * changed its mode or owner: any of these moves the change time, which no program can set.
 */
record FileIdentity(Map<String, Object> attributes) {
  private static final String WATCHED = "unix:dev,ino,mode,uid,gid,size,lastModifiedTime,ctime";
  private static final int PERMISSION_BITS = 07777;
  private static final long TICK_MS = 50;

  static Optional<FileIdentity> of(Path path) throws IOException {
    try {
      return Optional.of(
          new FileIdentity(Files.readAttributes(path, WATCHED, LinkOption.NOFOLLOW_LINKS)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /**
   * Whether the last change is long enough ago to tell a further one from it: older kernels take
   * the change time from a clock that ticks only every few milliseconds.
   */
  boolean isSettled() {
    return attributes.get("ctime") instanceof FileTime changed
        && System.currentTimeMillis() - changed.toMillis() > TICK_MS;
  }

  /**
   * The permission bits with setuid, setgid and sticky, which Java's own set of them leaves out.
   */
  int mode() {
    return attributes.get("mode") instanceof Integer mode ? mode & PERMISSION_BITS : -1;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof FileIdentity that && attributes.equals(that.attributes));
  }

  @Override
  public int hashCode() {
    return attributes.hashCode();
  }
}
