package io.harmonyagent.core.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * A small file that is replaced as a whole. After a power cut at any moment a reader finds either
 * the old content or the new, never a part; once {@link #replace} has returned, the new.
 */
public final class DurableFile {
  private final Path path;
  private final Path temporary;

  public DurableFile(Path path) {
    this.path = path;
    this.temporary = path.resolveSibling(path.getFileName() + ".new");
  }

  public Optional<byte[]> read() throws IOException {
    try {
      return Optional.of(Files.readAllBytes(path));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  public void replace(byte[] content) throws IOException {
    Files.deleteIfExists(temporary);
    try (FileChannel channel =
        FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rw-------"));
      ByteBuffer buffer = ByteBuffer.wrap(content);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    }
    Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
    Directories.sync(path.toAbsolutePath().getParent());
  }
}
