package io.harmonyagent.core.mesh;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;

/**
 * The text form of nkeys: base32 of a prefix, the key and a CRC-16. A seed has two prefix bytes, in
 * which the kind of key is spread over the byte border; a public key has one.
 */
final class NkeyEncoding {
  private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  private static final int KEY_BYTES = 32;
  private static final int USER_PREFIX = 20 << 3;

  private NkeyEncoding() {}

  /** The 32 secret bytes of a seed. */
  static byte[] rawSeed(String seed) throws IOException {
    byte[] decoded = decode(seed);
    if (decoded.length != KEY_BYTES + 4 || !checksumHolds(decoded)) {
      throw new IOException("the nkey seed is damaged: its checksum does not hold");
    }
    return Arrays.copyOfRange(decoded, 2, 2 + KEY_BYTES);
  }

  /** The text of the public key (U…) that belongs to a user's seed. */
  static String publicKey(String seed) throws IOException {
    byte[] raw = new byte[KEY_BYTES + 3];
    raw[0] = (byte) USER_PREFIX;
    System.arraycopy(publicBytes(rawSeed(seed)), 0, raw, 1, KEY_BYTES);
    int crc = crc16(raw, KEY_BYTES + 1);
    raw[KEY_BYTES + 1] = (byte) crc;
    raw[KEY_BYTES + 2] = (byte) (crc >> 8);
    return encode(raw);
  }

  /**
   * The JDK derives a public key only while it generates a pair, so it is given our seed in place
   * of randomness.
   */
  private static byte[] publicBytes(byte[] seed) throws IOException {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
      generator.initialize(NamedParameterSpec.ED25519, new FixedRandom(seed));
      EdECPublicKey key = (EdECPublicKey) generator.generateKeyPair().getPublic();
      byte[] bigEndian = key.getPoint().getY().toByteArray();
      byte[] point = new byte[KEY_BYTES];
      for (int i = 0; i < Math.min(KEY_BYTES, bigEndian.length); i++) {
        point[i] = bigEndian[bigEndian.length - 1 - i];
      }
      if (key.getPoint().isXOdd()) {
        point[KEY_BYTES - 1] |= (byte) 0x80;
      }
      return point;
    } catch (GeneralSecurityException e) {
      throw new IOException("this Java has no Ed25519", e);
    }
  }

  private static byte[] decode(String text) throws IOException {
    byte[] bytes = new byte[text.length() * 5 / 8];
    int buffer = 0;
    int bits = 0;
    int at = 0;
    for (int i = 0; i < text.length(); i++) {
      int value = ALPHABET.indexOf(text.charAt(i));
      if (value < 0) {
        throw new IOException("the nkey seed has a letter that does not belong there");
      }
      buffer = (buffer << 5) | value;
      bits += 5;
      if (bits >= 8) {
        bits -= 8;
        bytes[at++] = (byte) (buffer >> bits);
      }
    }
    return bytes;
  }

  private static String encode(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    int buffer = 0;
    int bits = 0;
    for (byte b : bytes) {
      buffer = (buffer << 8) | (b & 0xff);
      bits += 8;
      while (bits >= 5) {
        bits -= 5;
        text.append(ALPHABET.charAt((buffer >> bits) & 31));
      }
    }
    if (bits > 0) {
      text.append(ALPHABET.charAt((buffer << (5 - bits)) & 31));
    }
    return text.toString();
  }

  private static boolean checksumHolds(byte[] decoded) {
    int length = decoded.length - 2;
    int stored = (decoded[length] & 0xff) | (decoded[length + 1] & 0xff) << 8;
    return crc16(decoded, length) == stored;
  }

  /** CRC-16/XMODEM. */
  private static int crc16(byte[] bytes, int length) {
    int crc = 0;
    for (int i = 0; i < length; i++) {
      crc ^= (bytes[i] & 0xff) << 8;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 0x8000) != 0 ? (crc << 1) ^ 0x1021 : crc << 1;
      }
      crc &= 0xffff;
    }
    return crc;
  }

  /** Hands out the given bytes and nothing else. */
  private static final class FixedRandom extends SecureRandom {
    private static final long serialVersionUID = 1L;
    private final byte[] bytes;

    private FixedRandom(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public void nextBytes(byte[] target) {
      System.arraycopy(bytes, 0, target, 0, target.length);
    }
  }
}
