package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.files.Copies;
import io.harmonyagent.core.manifest.Sha256;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Optional;

/** Keeps what stood at a path before we took it over, and puts it back in the end. */
final class TakenOver {
  static final long LIMIT_BYTES = 16 * 1024 * 1024;

  private final DeviceRoot root;
  private final FileStat stat;
  private final Copies copies;
  private final Places places;

  TakenOver(DeviceRoot root, FileStat stat, Copies copies, Places places) {
    this.root = root;
    this.stat = stat;
    this.copies = copies;
    this.places = places;
  }

  /** What is there, its bytes safe on the disk; nothing if nothing is there. */
  Optional<Before> save(String path) throws ReconcileFailure {
    Optional<SafeDirectory> parent = SafeDirectory.openParent(root, path);
    if (parent.isEmpty()) {
      return Optional.empty();
    }
    try (SafeDirectory directory = parent.get()) {
      Path name = Path.of(path).getFileName();
      Path place = directory.realPath().resolve(name);
      Optional<PosixFileAttributes> found = directory.attributes(name);
      Optional<FileIdentity> identity = stat.of(place);
      if (found.isEmpty() || identity.isEmpty()) {
        return Optional.empty();
      }
      if (found.get().isRegularFile()) {
        saveBytes(path, directory, name);
        return Optional.of(before(Before.Type.FILE, identity.get(), ""));
      }
      if (found.get().isDirectory()) {
        return Optional.of(before(Before.Type.DIRECTORY, identity.get(), ""));
      }
      if (found.get().isSymbolicLink()) {
        String target = Files.readSymbolicLink(place).toString();
        return Optional.of(before(Before.Type.SYMLINK, identity.get(), target));
      }
      throw new ReconcileFailure(
          "CannotRestore",
          path
              + " is "
              + FileLook.typeOf(found.get())
              + ", which cannot be put back later; choose another on_delete, or move it away");
    } catch (IOException e) {
      throw FileFailures.of("keeping what is at " + path, e);
    }
  }

  /** Puts it back as it was. */
  void restore(String path, String id, Before before, Attempt attempt) throws ReconcileFailure {
    Principals principals = Principals.of(before);
    switch (before.type()) {
      case DIRECTORY ->
          places.put(path, id, new Form(new Form.Directory(), before.mode(), principals), attempt);
      case SYMLINK ->
          places.put(
              path,
              id,
              new Form(new Form.Link(before.target()), before.mode(), principals),
              attempt);
      case FILE -> restoreBytes(path, id, before.mode(), principals, attempt);
    }
  }

  /** Nobody wants it back any more. */
  void forget(String path) throws ReconcileFailure {
    try {
      copies.drop(nameFor(path));
    } catch (IOException e) {
      throw FileFailures.of("deleting the copy of what was at " + path, e);
    }
  }

  private void saveBytes(String path, SafeDirectory directory, Path name)
      throws IOException, ReconcileFailure {
    try (SeekableByteChannel channel =
        directory.stream().newByteChannel(name, FileLook.READ_NO_LINK)) {
      if (channel.size() > LIMIT_BYTES) {
        throw new ReconcileFailure(
            "TooLargeToRestore",
            "%s has %d bytes, and at most %d are kept to be put back; choose another on_delete"
                .formatted(path, channel.size(), LIMIT_BYTES));
      }
      copies.keep(nameFor(path), channel);
    }
  }

  /** Where there is no copy, an earlier try has put it back and was cut off right after. */
  private void restoreBytes(
      String path, String id, int mode, Principals principals, Attempt attempt)
      throws ReconcileFailure {
    try {
      Optional<FileChannel> kept = copies.open(nameFor(path));
      if (kept.isPresent()) {
        try (FileChannel copy = kept.get()) {
          Form.Source source = channel -> Copies.copy(copy, channel);
          places.put(path, id, new Form(new Form.Bytes(source, false), mode, principals), attempt);
        }
      }
    } catch (IOException e) {
      throw FileFailures.of("putting back " + path, e);
    }
  }

  private static Before before(Before.Type type, FileIdentity identity, String target) {
    return new Before(type, identity.permissions(), identity.owner(), identity.group(), target);
  }

  private static String nameFor(String path) {
    return Sha256.hex(path.getBytes(StandardCharsets.UTF_8));
  }
}
