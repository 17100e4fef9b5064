package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.files.Directories;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/**
 * Changes files. New content is written beside the file and renamed over it, so a reader sees the
 * old or the new, also after a power cut; a link at the file's place is replaced, never followed.
 */
final class FileWriter {
  private static final Set<OpenOption> CREATE =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final DeviceRoot root;

  FileWriter(DeviceRoot root) {
    this.root = root;
  }

  void replace(ResourceId id, FileSpec spec, Attempt attempt) throws ReconcileFailure {
    Principals principals = Principals.of(spec);
    Path name = Path.of(spec.path()).getFileName();
    // Named after the resource, so that what a crash left behind is found and used up next time.
    Path temporary = Path.of(".harmony-" + id + ".tmp");
    try (SafeDirectory directory = SafeDirectory.createParent(root, spec.path())) {
      SecureDirectoryStream<Path> stream = directory.stream();
      deleteIfThere(stream, temporary);
      try (SeekableByteChannel channel = stream.newByteChannel(temporary, CREATE, PRIVATE)) {
        ByteBuffer content = ByteBuffer.wrap(spec.content().bytes());
        while (content.hasRemaining()) {
          channel.write(content);
        }
        setAttributes(stream, temporary, spec, principals);
        ((FileChannel) channel).force(true);
        attempt.checkpoint();
        removeEmptyDirectory(directory, name);
        stream.move(temporary, stream, name);
      } catch (IOException | ReconcileFailure e) {
        deleteIfThere(stream, temporary);
        throw e;
      }
      Directories.sync(directory.realPath());
    } catch (IOException e) {
      throw FileFailures.of("writing " + spec.path(), e);
    }
  }

  void correctAttributes(FileSpec spec, Attempt attempt) throws ReconcileFailure {
    Principals principals = Principals.of(spec);
    try (SafeDirectory directory = SafeDirectory.createParent(root, spec.path())) {
      attempt.checkpoint();
      Path name = Path.of(spec.path()).getFileName();
      setAttributes(directory.stream(), name, spec, principals);
    } catch (IOException e) {
      throw FileFailures.of("setting mode and owner of " + spec.path(), e);
    }
  }

  void delete(String path, Attempt attempt) throws ReconcileFailure {
    Optional<SafeDirectory> parent = SafeDirectory.openParent(root, path);
    if (parent.isEmpty()) {
      return;
    }
    Path name = Path.of(path).getFileName();
    try (SafeDirectory directory = parent.get()) {
      if (directory.attributes(name).map(BasicFileAttributes::isDirectory).orElse(false)) {
        // Not what we made: somebody moved that away and put something of their own there.
        return;
      }
      attempt.checkpoint();
      deleteIfThere(directory.stream(), name);
      Directories.sync(directory.realPath());
    } catch (IOException e) {
      throw FileFailures.of("deleting " + path, e);
    }
  }

  private static void setAttributes(
      SecureDirectoryStream<Path> stream, Path name, FileSpec spec, Principals principals)
      throws IOException {
    PosixFileAttributeView view =
        stream.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    // Owner first: giving a file away clears bits of its mode.
    if (principals.owner().isPresent()) {
      view.setOwner(principals.owner().get());
    }
    if (principals.group().isPresent()) {
      view.setGroup(principals.group().get());
    }
    view.setPermissions(Modes.toSet(spec.mode()));
  }

  /** An empty directory in the file's place goes; one with content is nobody's to throw away. */
  private static void removeEmptyDirectory(SafeDirectory directory, Path name) throws IOException {
    if (directory.attributes(name).map(a -> a.isDirectory()).orElse(false)) {
      try {
        directory.stream().deleteDirectory(name);
      } catch (DirectoryNotEmptyException e) {
        throw new IOException(
            "there is a directory with files in its place; move them away, then it goes", e);
      }
    }
  }

  private static void deleteIfThere(SecureDirectoryStream<Path> stream, Path name)
      throws IOException {
    try {
      stream.deleteFile(name);
    } catch (NoSuchFileException e) {
      // That is what was wanted.
      return;
    }
  }
}
