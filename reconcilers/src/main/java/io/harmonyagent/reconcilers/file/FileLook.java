package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.artifact.Hasher;
import io.harmonyagent.core.manifest.FileContent;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
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
  static final Set<OpenOption> READ_NO_LINK =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  /**
   * What was seen.
   *
   * @param place where the file is or would be, links resolved; nothing if its directory is missing
   * @param identity present if it did not change while it was being looked at
   */
  record Seen(FileObservation observation, Optional<Path> place, Optional<FileIdentity> identity) {
    private static Seen nothing(Optional<Path> place) {
      return new Seen(new FileObservation.Absent(), place, Optional.empty());
    }
  }

  private final DeviceRoot root;
  private final FileStat stat;

  FileLook(DeviceRoot root, FileStat stat) {
    this.root = root;
    this.stat = stat;
  }

  Seen at(FileSpec spec) throws IOException, ReconcileFailure {
    Principals wanted = Principals.of(spec);
    Optional<SafeDirectory> parent = SafeDirectory.openParent(root, spec.path());
    if (parent.isEmpty()) {
      return Seen.nothing(Optional.empty());
    }
    try (SafeDirectory directory = parent.get()) {
      Path name = Path.of(spec.path()).getFileName();
      Path place = directory.realPath().resolve(name);
      try {
        Optional<FileIdentity> before = stat.of(place);
        Optional<PosixFileAttributes> found = directory.attributes(name);
        if (found.isEmpty() || before.isEmpty()) {
          return Seen.nothing(Optional.of(place));
        }
        FileObservation observation =
            observe(directory, name, found.get(), before.get().permissions(), spec, wanted);
        boolean steady = before.equals(stat.of(place));
        return new Seen(observation, Optional.of(place), steady ? before : Optional.empty());
      } catch (NoSuchFileException e) {
        return Seen.nothing(Optional.of(place));
      }
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
    boolean ofWantedType =
        switch (spec.content()) {
          case FileContent.Inline _, FileContent.Artifact _ -> attributes.isRegularFile();
          case FileContent.Directory _ -> attributes.isDirectory();
          case FileContent.Symlink _ -> attributes.isSymbolicLink();
        };
    if (!ofWantedType) {
      return new FileObservation.OfOtherType(typeOf(attributes));
    }
    boolean sameContent =
        switch (spec.content()) {
          case FileContent.Inline inline ->
              attributes.size() == inline.size() && holds(directory, name, inline);
          case FileContent.Artifact artifact ->
              attributes.size() == artifact.size() && holds(directory, name, artifact);
          case FileContent.Directory _ -> true;
          case FileContent.Symlink(String target) ->
              Files.readSymbolicLink(directory.realPath().resolve(name)).toString().equals(target);
        };
    return new FileObservation.OfWantedType(
        sameContent,
        mode,
        attributes.owner(),
        wanted.owner().map(attributes.owner()::equals).orElse(true),
        attributes.group(),
        wanted.group().map(attributes.group()::equals).orElse(true));
  }

  private static boolean holds(SafeDirectory directory, Path name, FileContent.Inline content)
      throws IOException {
    // One byte more than wanted, to notice a file that grew since its size was read.
    ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(content.size()) + 1);
    try (SeekableByteChannel channel = directory.stream().newByteChannel(name, READ_NO_LINK)) {
      while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
        // Reads until the end or until there is more than there should be.
      }
    }
    return content.isExactly(buffer.array(), buffer.position());
  }

  private static boolean holds(SafeDirectory directory, Path name, FileContent.Artifact content)
      throws IOException {
    Hasher hasher = new Hasher();
    try (SeekableByteChannel channel = directory.stream().newByteChannel(name, READ_NO_LINK)) {
      hasher.readAll(channel);
    }
    return hasher.hex().equals(content.sha256());
  }

  static String typeOf(PosixFileAttributes attributes) {
    if (attributes.isRegularFile()) {
      return "a regular file";
    }
    if (attributes.isDirectory()) {
      return "a directory";
    }
    return attributes.isSymbolicLink() ? "a symbolic link" : "a device, socket or pipe";
  }
}
