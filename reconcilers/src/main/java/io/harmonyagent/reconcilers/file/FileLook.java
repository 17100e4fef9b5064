package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Optional;
import java.util.Set;

/** Looks at a file in full: its type, attributes and every byte of it. */
final class FileLook {
  private static final Set<OpenOption> READ_NO_LINK =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  /**
   * What was seen.
   *
   * @param place where the file really is, links resolved
   * @param identity present if it did not change while it was being looked at
   */
  record Seen(FileObservation observation, Path place, Optional<FileIdentity> identity) {}

  private final DeviceRoot root;
  private final FileStat stat;

  FileLook(DeviceRoot root, FileStat stat) {
    this.root = root;
    this.stat = stat;
  }

  /** Nothing if there is no such file. */
  Optional<Seen> at(FileSpec spec) throws IOException, ReconcileFailure {
    Principals wanted = Principals.of(spec);
    Optional<SafeDirectory> parent = SafeDirectory.openParent(root, spec.path());
    if (parent.isEmpty()) {
      return Optional.empty();
    }
    try (SafeDirectory directory = parent.get()) {
      Path name = Path.of(spec.path()).getFileName();
      Path place = directory.realPath().resolve(name);
      Optional<FileIdentity> before = stat.of(place);
      Optional<PosixFileAttributes> found = directory.attributes(name);
      if (found.isEmpty() || before.isEmpty()) {
        return Optional.empty();
      }
      FileObservation observation =
          observe(directory, name, found.get(), before.get().permissions(), spec, wanted);
      boolean steady = before.equals(stat.of(place));
      return Optional.of(new Seen(observation, place, steady ? before : Optional.empty()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static FileObservation observe(
      SafeDirectory directory,
      Path name,
      PosixFileAttributes attributes,
      int mode,
      FileSpec spec,
      Principals wanted)
      throws IOException {
    // Only a regular file is ever opened: to open a pipe would wait for its other end.
    if (!attributes.isRegularFile()) {
      return new FileObservation.OfOtherType(typeOf(attributes));
    }
    return new FileObservation.Regular(
        attributes.size() == spec.content().size() && hasContent(directory, name, spec),
        mode,
        attributes.owner(),
        wanted.owner().map(attributes.owner()::equals).orElse(true),
        attributes.group(),
        wanted.group().map(attributes.group()::equals).orElse(true));
  }

  private static boolean hasContent(SafeDirectory directory, Path name, FileSpec spec)
      throws IOException {
    // One byte more than wanted, to notice a file that grew since its size was read.
    ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(spec.content().size()) + 1);
    try (SeekableByteChannel channel = directory.stream().newByteChannel(name, READ_NO_LINK)) {
      while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
        // Reads until the end or until there is more than there should be.
      }
    }
    return spec.content().isExactly(buffer.array(), buffer.position());
  }

  private static String typeOf(PosixFileAttributes attributes) {
    if (attributes.isDirectory()) {
      return "a directory";
    }
    return attributes.isSymbolicLink() ? "a symbolic link" : "a device, socket or pipe";
  }
}
