package io.harmonyagent.core.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** Copies of files, kept for whoever wants them back one day. Never held in memory as a whole. */
public final class Copies {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final Path directory;

  /** The directory is made with the first copy. */
  public Copies(Path directory) {
    this.directory = directory;
  }

  /** Keeps what the channel still holds, in place of what had this name; on disk on return. */
  public void keep(String name, ReadableByteChannel content) throws IOException {
    Directories.createPrivate(directory);
    Path temporary = directory.resolve(name + ".new");
    Files.deleteIfExists(temporary);
    try (FileChannel channel =
        FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rw-------"));
      copy(content, channel);
      channel.force(true);
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
    Files.move(temporary, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    Directories.sync(directory);
  }

  /** Opens a copy to be read; nothing if there is none of this name. */
  public Optional<FileChannel> open(String name) throws IOException {
    try {
      return Optional.of(FileChannel.open(directory.resolve(name), StandardOpenOption.READ));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  public void drop(String name) throws IOException {
    if (Files.deleteIfExists(directory.resolve(name))) {
      Directories.sync(directory);
    }
  }

  /** Writes all that one channel still holds to another. */
  public static void copy(ReadableByteChannel from, FileChannel to) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    while (from.read(buffer) >= 0) {
      buffer.flip();
      while (buffer.hasRemaining()) {
        to.write(buffer);
      }
      buffer.clear();
    }
  }
}
