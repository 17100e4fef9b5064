package io.harmonyagent.agent.terminal;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Text from a device, made safe for a terminal: whoever writes a log must not be able to move the
 * operator's cursor. Pieces may be cut within a letter.
 */
public final class PrintableText {
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);
  private byte[] left = new byte[0];

  public String next(byte[] piece) {
    ByteBuffer in = ByteBuffer.allocate(left.length + piece.length).put(left).put(piece).flip();
    CharBuffer out = CharBuffer.allocate(in.remaining());
    decoder.reset();
    decoder.decode(in, out, false);
    left = new byte[in.remaining()];
    in.get(left);
    return safe(out.flip());
  }

  public static String safe(CharSequence text) {
    StringBuilder safe = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      safe.append(Character.isISOControl(c) && c != '\n' && c != '\t' ? '\uFFFD' : c);
    }
    return safe.toString();
  }
}
