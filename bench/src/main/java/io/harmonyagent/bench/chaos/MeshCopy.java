package io.harmonyagent.bench.chaos;

import io.harmonyagent.testbed.NatsNode;
import io.harmonyagent.testbed.NatsServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the mesh's servers had on their disks some time ago, as a backup that was made while they
 * ran: good for a mesh that forgets what it has acknowledged.
 */
final class MeshCopy implements AutoCloseable {
  private final Map<NatsNode, Path> copies = new LinkedHashMap<>();

  private MeshCopy() {}

  static MeshCopy of(NatsServers nats) {
    MeshCopy copy = new MeshCopy();
    try {
      for (int number = 1; number <= nats.members().size(); number++) {
        NatsNode node = nats.node(number);
        Path folder = Files.createTempDirectory("mesh-copy");
        copy.copies.put(node, folder);
        copyTree(node.data(), folder);
      }
      return copy;
    } catch (IOException e) {
      copy.close();
      throw new UncheckedIOException(e);
    }
  }

  /** The servers must not run. */
  void restore() {
    try {
      for (Map.Entry<NatsNode, Path> copy : copies.entrySet()) {
        empty(copy.getKey().data());
        copyTree(copy.getValue(), copy.getKey().data());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      for (Path folder : copies.values()) {
        empty(folder);
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Files come and go while a server runs. */
  private static void copyTree(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectories(to.resolve(from.relativize(folder)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            try {
              Files.copy(file, to.resolve(from.relativize(file)));
            } catch (NoSuchFileException e) {
              // It went while we looked.
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }
        });
  }

  private static void empty(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            if (!visited.equals(folder)) {
              Files.delete(visited);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
