package io.harmonyagent.core.dbus;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;

/**
 * The talk before the first message (SASL): we are whoever the kernel says that we are, which the
 * bus asks it itself.
 */
final class Handshake {
  private static final int MAX_LINE = 1024;

  private final ByteChannel channel;

  Handshake(ByteChannel channel) {
    this.channel = channel;
  }

  void perform() throws IOException {
    say("\0AUTH EXTERNAL\r\n");
    expect("DATA");
    say("DATA\r\n");
    expect("OK");
    say("BEGIN\r\n");
  }

  private void say(String line) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(US_ASCII));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  private void expect(String word) throws IOException {
    String line = readLine();
    if (!line.equals(word) && !line.startsWith(word + " ")) {
      throw new IOException("the bus did not let us in: it said '" + line + "'");
    }
  }

  /** Byte by byte: what follows the line is not ours to take. */
  private String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    ByteBuffer one = ByteBuffer.allocate(1);
    while (line.length() < MAX_LINE) {
      one.clear();
      if (channel.read(one) < 0) {
        throw new IOException("the bus hung up before it let us in");
      }
      char letter = (char) (one.get(0) & 0x7f);
      if (letter == '\n') {
        return line.toString().strip();
      }
      line.append(letter);
    }
    throw new IOException("the bus said a line of more than " + MAX_LINE + " letters");
  }
}
