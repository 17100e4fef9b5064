package io.harmonyagent.agent.squashfs;

import java.io.ByteArrayOutputStream;

/** Numbers with their lowest byte first, one after the other. */
final class LittleEndian {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  LittleEndian u16(long value) {
    return bytes(value, Short.BYTES);
  }

  LittleEndian u32(long value) {
    return bytes(value, Integer.BYTES);
  }

  LittleEndian u64(long value) {
    return bytes(value, Long.BYTES);
  }

  LittleEndian raw(byte[] bytes) {
    out.writeBytes(bytes);
    return this;
  }

  private LittleEndian bytes(long value, int count) {
    for (int i = 0; i < count; i++) {
      out.write((int) (value >>> (Byte.SIZE * i)));
    }
    return this;
  }

  int size() {
    return out.size();
  }

  byte[] toBytes() {
    return out.toByteArray();
  }
}
