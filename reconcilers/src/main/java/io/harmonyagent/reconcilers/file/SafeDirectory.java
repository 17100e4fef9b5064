package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.files.Directories;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * An open directory of the device, reached step by step from the root so that nobody can slip a
 * link in between the check and the use. A link on the way is followed only if the device's
 * administrator made it (as {@code /var/run} is), in a directory where nobody else could exchange
 * it, and only inside the root; any other is refused, because it could lead our write anywhere.
 */
final class SafeDirectory implements AutoCloseable {
  private static final int MAX_LINKS = 16;

  private final SecureDirectoryStream<Path> stream;
  private final Path realPath;

  private SafeDirectory(SecureDirectoryStream<Path> stream, Path realPath) {
    this.stream = stream;
    this.realPath = realPath;
  }

  SecureDirectoryStream<Path> stream() {
    return stream;
  }

  /** Where the directory really is, links resolved. */
  Path realPath() {
    return realPath;
  }

  /**
   * Opens the directory that holds {@code path}; nothing if it, or a part of the way, is missing.
   */
  static Optional<SafeDirectory> openParent(DeviceRoot root, String path) throws ReconcileFailure {
    return new Walk(root, false).to(path);
  }

  /** Opens the directory that holds {@code path}, creating what is missing of the way. */
  static SafeDirectory createParent(DeviceRoot root, String path) throws ReconcileFailure {
    return new Walk(root, true)
        .to(path)
        .orElseThrow(
            () -> new ReconcileFailure("WriteFailed", "the directory of " + path + " went away"));
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }

  /** One way from the root to a directory. */
  private static final class Walk {
    private final DeviceRoot root;
    private final boolean create;
    private int links;

    private Walk(DeviceRoot root, boolean create) {
      this.root = root;
      this.create = create;
    }

    private Optional<SafeDirectory> to(String path) throws ReconcileFailure {
      Deque<String> ahead = new ArrayDeque<>();
      String parent = path.substring(0, path.lastIndexOf('/'));
      pushNames(ahead, parent);
      try {
        UserPrincipal administrator = Files.getOwner(root.directory(), LinkOption.NOFOLLOW_LINKS);
        SafeDirectory at = openRoot();
        try {
          while (!ahead.isEmpty()) {
            Optional<SafeDirectory> next = step(at, ahead, administrator, path);
            if (next.isEmpty()) {
              at.close();
              return Optional.empty();
            }
            at = next.get();
          }
          return Optional.of(at);
        } catch (IOException | ReconcileFailure e) {
          at.close();
          throw e;
        }
      } catch (IOException e) {
        throw FileFailures.of("looking for the directory of " + path, e);
      }
    }

    /** Takes the next name of the way. Closes {@code at} once it stands somewhere else. */
    private Optional<SafeDirectory> step(
        SafeDirectory at, Deque<String> ahead, UserPrincipal administrator, String path)
        throws IOException, ReconcileFailure {
      String name = ahead.pop();
      Optional<PosixFileAttributes> found = at.attributes(Path.of(name));
      if (found.isEmpty()) {
        if (!create) {
          return Optional.empty();
        }
        at.makeDirectory(name);
      } else if (found.get().isSymbolicLink()) {
        boolean trusted =
            found.get().owner().equals(administrator) && at.isOnlyWritableBy(administrator);
        if (!trusted || ++links > MAX_LINKS) {
          throw new ReconcileFailure(
              "UnsafePath",
              at.realPath.resolve(name)
                  + " on the way to "
                  + path
                  + " is a link of "
                  + found.get().owner().getName()
                  + " that others could have a hand in; it is not followed."
                  + " Remove it, or give the path that is meant");
        }
        SafeDirectory from = follow(at, name, ahead);
        at.close();
        return Optional.of(from);
      } else if (!found.get().isDirectory()) {
        throw new ReconcileFailure(
            "NotADirectory", at.realPath.resolve(name) + " on the way to " + path + " is a file");
      }
      SafeDirectory next = at.enter(name);
      at.close();
      return Optional.of(next);
    }

    /** Puts a link's target ahead, and says where it starts from. */
    private SafeDirectory follow(SafeDirectory at, String name, Deque<String> ahead)
        throws IOException {
      String target = Files.readSymbolicLink(at.realPath.resolve(name)).toString();
      Path relative = root.directory().relativize(at.realPath);
      Path goal =
          target.startsWith("/")
              ? Path.of(target)
              : Path.of("/").resolve(relative).resolve(target).normalize();
      pushNames(ahead, goal.normalize().toString());
      return openRoot();
    }

    private static void pushNames(Deque<String> ahead, String absolute) {
      String[] names = absolute.split("/", -1);
      for (int i = names.length - 1; i >= 0; i--) {
        if (!names[i].isEmpty()) {
          ahead.push(names[i]);
        }
      }
    }

    @SuppressWarnings("StreamResourceLeak") // it is the caller's to close
    private SafeDirectory openRoot() throws IOException {
      DirectoryStream<Path> opened = Files.newDirectoryStream(root.directory());
      if (opened instanceof SecureDirectoryStream<Path> secure) {
        return new SafeDirectory(secure, root.directory());
      }
      opened.close();
      throw new IOException("this system cannot open directories safely");
    }
  }

  /** The attributes of a name in this directory, of the link itself if it is one. */
  Optional<PosixFileAttributes> attributes(Path name) throws IOException {
    try {
      return Optional.of(
          stream
              .getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
              .readAttributes());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** How many names the file under this one has. */
  int links(Path name) throws IOException {
    return (int)
        Files.getAttribute(realPath.resolve(name), "unix:nlink", LinkOption.NOFOLLOW_LINKS);
  }

  boolean isOwnedByThisProcess(Path name) throws IOException {
    UserPrincipal own = Files.getOwner(Path.of("/proc/self"));
    return attributes(name).filter(found -> found.owner().equals(own)).isPresent();
  }

  private boolean isOnlyWritableBy(UserPrincipal owner) throws IOException {
    PosixFileAttributes own =
        stream.getFileAttributeView(PosixFileAttributeView.class).readAttributes();
    return own.owner().equals(owner)
        && !own.permissions().contains(PosixFilePermission.GROUP_WRITE)
        && !own.permissions().contains(PosixFilePermission.OTHERS_WRITE);
  }

  private SafeDirectory enter(String name) throws IOException {
    try {
      return new SafeDirectory(
          stream.newDirectoryStream(Path.of(name), LinkOption.NOFOLLOW_LINKS),
          realPath.resolve(name));
    } catch (NotDirectoryException e) {
      throw new IOException(realPath.resolve(name) + " changed while it was being looked at", e);
    }
  }

  /**
   * Java has no mkdirat, so the path is named anew; {@link #enter} then refuses whatever is there
   * if it is not a plain directory. Another resource may have made it in the same moment.
   */
  private void makeDirectory(String name) throws IOException {
    try {
      Files.createDirectory(
          realPath.resolve(name),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    } catch (FileAlreadyExistsException e) {
      return;
    }
    Directories.sync(realPath);
  }
}
