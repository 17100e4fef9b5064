package io.harmonyagent.core.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The claim to be the only process that writes to a directory. The kernel gives it back when the
 * process ends, also after a crash.
 */
public final class Exclusive implements AutoCloseable {
  private final FileChannel channel;

  private Exclusive(FileChannel channel) {
    this.channel = channel;
  }

  /** Claims a directory, which is created if need be. */
  public static Exclusive claim(Path directory) throws IOException {
    Directories.createPrivate(directory);
    FileChannel channel =
        FileChannel.open(
            directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!isLocked(channel)) {
      channel.close();
      throw new IOException("another harmony-agent is using " + directory + "; stop it first");
    }
    return new Exclusive(channel);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }
}
