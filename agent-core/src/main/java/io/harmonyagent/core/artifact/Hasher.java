package io.harmonyagent.core.artifact;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of what comes in pieces. */
public final class Hasher {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final MessageDigest digest;

  public Hasher() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  public void add(byte[] piece) {
    digest.update(piece);
  }

  /** All that the channel still holds. */
  public void readAll(ReadableByteChannel channel) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    while (channel.read(buffer) >= 0) {
      buffer.flip();
      digest.update(buffer);
      buffer.clear();
    }
  }

  /** Of all so far; from here on it starts anew. */
  public String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
