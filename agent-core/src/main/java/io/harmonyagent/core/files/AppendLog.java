package io.harmonyagent.core.files;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Lines of text that are only ever added. Each carries a checksum: a line that a power cut tore off
 * or that the card forgot is dropped, and the others stay. Lines added by several threads at once
 * share one sync, since a sync is what an SD card is slow at.
 */
public final class AppendLog {
  private static final int CHECKSUM_LETTERS = 8;

  /** Lines that go to disk together. Guarded by the lock. */
  private static final class Batch {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean done;
    private @Nullable IOException failure;
  }

  private final DurableFile whole;
  private final Path path;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition flushEnded = lock.newCondition();
  private Batch open = new Batch();
  private boolean flushing;

  /** How much of the file is known to be whole lines; what a failed write left behind it goes. */
  private long goodLength;

  public AppendLog(Path path) {
    this.path = path;
    this.whole = new DurableFile(path);
  }

  /** The lines that are whole. To be called once, before the first {@link #append}. */
  public List<String> read() throws IOException {
    List<String> lines = new ArrayList<>();
    byte[] content = whole.read().orElse(new byte[0]);
    int begin = 0;
    for (int i = 0; i < content.length; i++) {
      if (content[i] == '\n') {
        String line = new String(content, begin, i - begin, StandardCharsets.UTF_8);
        if (isWhole(line)) {
          lines.add(line.substring(CHECKSUM_LETTERS));
        }
        begin = i + 1;
      }
    }
    goodLength = begin;
    return lines;
  }

  /** Starts the log anew with just these lines. Nobody may be adding to it meanwhile. */
  public void rewrite(List<String> lines) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (String line : lines) {
      content.writeBytes(encode(line));
    }
    whole.replace(content.toByteArray());
    goodLength = content.size();
  }

  /** Adds a line and returns when it is on disk. */
  public void append(String line) throws IOException {
    lock.lock();
    try {
      Batch mine = open;
      mine.bytes.writeBytes(encode(line));
      while (!mine.done) {
        if (flushing) {
          flushEnded.awaitUninterruptibly();
        } else {
          flush();
        }
      }
      if (mine.failure != null) {
        throw new IOException("could not write " + path + ": " + mine.failure, mine.failure);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Writes the open batch for everybody that waits for it. Called and left with the lock held. */
  private void flush() {
    Batch batch = open;
    open = new Batch();
    flushing = true;
    lock.unlock();
    IOException failure = null;
    try {
      writeUninterrupted(batch.bytes.toByteArray());
    } catch (IOException e) {
      failure = e;
    } finally {
      lock.lock();
    }
    flushing = false;
    batch.done = true;
    batch.failure = failure;
    flushEnded.signalAll();
  }

  /** Whoever writes does so for others too: that its own work was called off must not fail them. */
  private void writeUninterrupted(byte[] bytes) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          write(bytes);
          return;
        } catch (ClosedByInterruptException e) {
          interrupted = Thread.interrupted();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void write(byte[] bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.truncate(goodLength);
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      long at = goodLength;
      while (buffer.hasRemaining()) {
        at += channel.write(buffer, at);
      }
      channel.force(true);
      if (goodLength == 0) {
        Directories.sync(path.toAbsolutePath().getParent());
      }
      goodLength = at;
    }
  }

  private static byte[] encode(String line) {
    if (line.indexOf('\n') >= 0) {
      throw new IllegalArgumentException("a log line cannot hold a line break");
    }
    return (checksum(line) + line + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private static boolean isWhole(String line) {
    return line.length() > CHECKSUM_LETTERS
        && line.startsWith(checksum(line.substring(CHECKSUM_LETTERS)));
  }

  private static String checksum(String line) {
    CRC32C crc = new CRC32C();
    crc.update(line.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }
}
