package io.harmonyagent.core.manifest;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The bytes that a file should hold. Compared by value. */
public final class FileContent {
  private final byte[] bytes;

  private FileContent(byte[] bytes) {
    this.bytes = bytes;
  }

  public static FileContent inline(String text) {
    return new FileContent(text.getBytes(StandardCharsets.UTF_8));
  }

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
    return other instanceof FileContent that && Arrays.equals(bytes, that.bytes);
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
