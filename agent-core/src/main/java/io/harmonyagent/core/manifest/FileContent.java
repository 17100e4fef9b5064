package io.harmonyagent.core.manifest;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What stands at a file's path. Compared by value. */
public sealed interface FileContent {
  static FileContent inline(String text) {
    return new Inline(text.getBytes(StandardCharsets.UTF_8));
  }

  static FileContent inline(byte[] bytes) {
    return new Inline(bytes.clone());
  }

  /** How many bytes it takes on the disk, as far as the manifest says. */
  long size();

  /** A regular file whose bytes stand in the manifest. */
  final class Inline implements FileContent {
    private final byte[] bytes;

    private Inline(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public long size() {
      return bytes.length;
    }

    public byte[] bytes() {
      return bytes.clone();
    }

    /** Whether the first {@code length} of {@code other} are exactly this content. */
    public boolean isExactly(byte[] other, int length) {
      return Arrays.equals(bytes, 0, bytes.length, other, 0, length);
    }

    @Override
    public boolean equals(Object other) {
      return this == other || (other instanceof Inline that && Arrays.equals(bytes, that.bytes));
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }

    /** The size only: content may hold what does not belong into a log. */
    @Override
    public String toString() {
      return bytes.length + " bytes";
    }
  }

  /**
   * A regular file whose bytes are in the artifact store.
   *
   * @param sha256 its name there, and what its bytes must hash to; lower-case hexadecimal
   */
  record Artifact(String sha256, long size) implements FileContent {
    @Override
    public boolean equals(Object other) {
      return this == other
          || (other instanceof Artifact that && size == that.size && sha256.equals(that.sha256));
    }

    @Override
    public int hashCode() {
      return sha256.hashCode();
    }
  }

  /** A directory, whatever is in it. */
  record Directory() implements FileContent {
    @Override
    public long size() {
      return 0;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Directory;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  /**
   * A symbolic link.
   *
   * @param target what it says, which need not exist
   */
  record Symlink(String target) implements FileContent {
    @Override
    public long size() {
      return target.getBytes(StandardCharsets.UTF_8).length;
    }

    @Override
    public boolean equals(Object other) {
      return this == other || (other instanceof Symlink that && target.equals(that.target));
    }

    @Override
    public int hashCode() {
      return target.hashCode();
    }
  }
}
