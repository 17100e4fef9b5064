package io.harmonyagent.reconcilers.file;

import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/** Permission bits as a number, as people write them, and as Java's set. */
final class Modes {
  private static final PosixFilePermission[] FROM_HIGHEST_BIT = {
    PosixFilePermission.OWNER_READ,
    PosixFilePermission.OWNER_WRITE,
    PosixFilePermission.OWNER_EXECUTE,
    PosixFilePermission.GROUP_READ,
    PosixFilePermission.GROUP_WRITE,
    PosixFilePermission.GROUP_EXECUTE,
    PosixFilePermission.OTHERS_READ,
    PosixFilePermission.OTHERS_WRITE,
    PosixFilePermission.OTHERS_EXECUTE
  };

  private Modes() {}

  static int toBits(Set<PosixFilePermission> permissions) {
    int bits = 0;
    for (PosixFilePermission permission : FROM_HIGHEST_BIT) {
      bits = (bits << 1) | (permissions.contains(permission) ? 1 : 0);
    }
    return bits;
  }

  static Set<PosixFilePermission> toSet(int bits) {
    Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
    for (int i = 0; i < FROM_HIGHEST_BIT.length; i++) {
      if ((bits & (1 << (FROM_HIGHEST_BIT.length - 1 - i))) != 0) {
        permissions.add(FROM_HIGHEST_BIT[i]);
      }
    }
    return permissions;
  }
}
