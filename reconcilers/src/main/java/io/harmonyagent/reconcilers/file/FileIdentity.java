package io.harmonyagent.reconcilers.file;

/**
 * What one lstat says of a file. While it stays equal, nobody wrote to the file, replaced it, or
 * changed its mode or owner: any of these moves the change time, which no program can set.
 *
 * <p>Equality is written out: what the compiler would generate runs far slower in a native image
 * (adr/0004), and this is asked for with every look at every file.
 *
 * @param mode the file's type as well as its permissions
 * @param owner the user's number
 * @param group the group's number
 * @param modifiedNanos since 1970, as is {@code changedNanos}
 */
public record FileIdentity(
    long device,
    long inode,
    int mode,
    int owner,
    int group,
    long size,
    long modifiedNanos,
    long changedNanos) {
  private static final int PERMISSION_BITS = 07777;
  private static final long TICK_MS = 50;
  private static final long NANOS_PER_MS = 1_000_000;

  /**
   * Whether the last change is long enough ago to tell a further one from it: older kernels take
   * the change time from a clock that ticks only every few milliseconds.
   */
  boolean isSettled() {
    return System.currentTimeMillis() - Math.floorDiv(changedNanos, NANOS_PER_MS) > TICK_MS;
  }

  /**
   * The permission bits with setuid, setgid and sticky, which Java's own set of them leaves out.
   */
  int permissions() {
    return mode & PERMISSION_BITS;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof FileIdentity that
            && changedNanos == that.changedNanos
            && modifiedNanos == that.modifiedNanos
            && size == that.size
            && inode == that.inode
            && device == that.device
            && mode == that.mode
            && owner == that.owner
            && group == that.group);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(31 * (31 * device + inode) + changedNanos);
  }
}
