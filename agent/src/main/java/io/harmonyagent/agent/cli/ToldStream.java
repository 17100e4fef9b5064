package io.harmonyagent.agent.cli;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** A stream whose reader says now and then how far it is. */
final class ToldStream extends FilterInputStream {
  private final Countdown countdown;
  private final LongConsumer told;
  private long bytes;

  /**
   * @param told hears how many bytes were read so far
   */
  ToldStream(InputStream in, Countdown countdown, LongConsumer told) {
    super(in);
    this.countdown = countdown;
    this.told = told;
  }

  @Override
  public int read() throws IOException {
    int one = super.read();
    count(one < 0 ? 0 : 1);
    return one;
  }

  @Override
  public int read(byte[] buffer, int from, int most) throws IOException {
    int n = super.read(buffer, from, most);
    count(Math.max(0, n));
    return n;
  }

  private void count(int n) {
    bytes += n;
    if (countdown.isTimeForAWord()) {
      told.accept(bytes);
    }
  }
}
