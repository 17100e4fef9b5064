package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.files.Directories;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
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
import java.util.Set;

/**
 * One name in an open directory. What is to stand there is made beside it, whole and synced, and
 * then renamed to it: so a reader sees the old or the new, also after a power cut.
 */
final class Entry {
  private static final Set<OpenOption> CREATE =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
  private static final Set<OpenOption> GO_ON =
      Set.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE,
          LinkOption.NOFOLLOW_LINKS);
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_DIRECTORY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final int SPECIAL_BITS = 07000;

  private final SafeDirectory directory;
  private final SecureDirectoryStream<Path> stream;
  private final Path name;

  Entry(SafeDirectory directory, Path name) {
    this.directory = directory;
    this.stream = directory.stream();
    this.name = name;
  }

  /** Puts what is wanted there, in place of whatever is there but a directory with content. */
  void replace(Form form, Path temporary, Attempt attempt)
      throws IOException, ReconcileFailure, NotAvailable {
    boolean mayGoOn = form.body() instanceof Form.Bytes bytes && bytes.mayGoOn();
    if (!mayGoOn || !isOurs(temporary)) {
      remove(temporary);
    }
    try {
      switch (form.body()) {
        case Form.Bytes bytes -> write(temporary, bytes, form);
        case Form.Directory _ -> {
          Files.createDirectory(directory.realPath().resolve(temporary), PRIVATE_DIRECTORY);
          setAttributes(temporary, form.mode(), form.principals());
        }
        case Form.Link(String target) -> link(temporary, target, form.principals());
      }
      attempt.checkpoint();
      makeRoom(form.body() instanceof Form.Directory);
      stream.move(temporary, stream, name);
    } catch (IOException | ReconcileFailure | NotAvailable e) {
      if (!mayGoOn || isEmpty(temporary)) {
        remove(temporary);
      }
      throw e;
    }
    Directories.sync(directory.realPath());
  }

  /** Mode and owner alone. Not for a link. */
  void correct(int mode, Principals principals, Attempt attempt)
      throws IOException, ReconcileFailure {
    attempt.checkpoint();
    setAttributes(name, mode, principals);
  }

  /**
   * Whether this is the only name of a file. Whoever has another one has not asked for a change of
   * its mode or owner.
   */
  boolean isOnlyName() throws IOException {
    return directory.links(name) == 1;
  }

  /** Removes what is there; a directory only if it is empty. */
  void remove(Attempt attempt) throws IOException, ReconcileFailure {
    attempt.checkpoint();
    remove(name);
    Directories.sync(directory.realPath());
  }

  /** Removes what is under another name beside it. */
  void removeBeside(String other) throws IOException {
    remove(Path.of(other));
  }

  private void write(Path temporary, Form.Bytes bytes, Form form)
      throws IOException, ReconcileFailure, NotAvailable {
    Set<OpenOption> how = bytes.mayGoOn() ? GO_ON : CREATE;
    try (FileChannel channel = (FileChannel) stream.newByteChannel(temporary, how, PRIVATE)) {
      bytes.source().fill(channel);
      setAttributes(temporary, form.mode(), form.principals());
      channel.force(true);
    }
  }

  /** Java makes links, and sets their owners, by path only; what is renamed is what is here. */
  private void link(Path temporary, String target, Principals principals) throws IOException {
    Path path = directory.realPath().resolve(temporary);
    Files.createSymbolicLink(path, Path.of(target));
    PosixFileAttributeView view =
        Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    setOwners(view, principals);
  }

  private void setAttributes(Path what, int mode, Principals principals) throws IOException {
    PosixFileAttributeView view =
        stream.getFileAttributeView(what, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    // Owner first: giving a file away clears bits of its mode.
    setOwners(view, principals);
    view.setPermissions(Modes.toSet(mode));
    if ((mode & SPECIAL_BITS) != 0) {
      Files.setAttribute(
          directory.realPath().resolve(what), "unix:mode", mode, LinkOption.NOFOLLOW_LINKS);
    }
  }

  private static void setOwners(PosixFileAttributeView view, Principals principals)
      throws IOException {
    if (principals.owner().isPresent()) {
      view.setOwner(principals.owner().get());
    }
    if (principals.group().isPresent()) {
      view.setGroup(principals.group().get());
    }
  }

  /**
   * A rename replaces like by like: an empty directory in the place of a file goes first, or a file
   * in the place of a directory. A directory with content is nobody's to throw away.
   */
  private void makeRoom(boolean forDirectory) throws IOException {
    boolean isDirectory =
        directory.attributes(name).map(BasicFileAttributes::isDirectory).orElse(forDirectory);
    if (isDirectory != forDirectory) {
      try {
        remove(name);
      } catch (DirectoryNotEmptyException e) {
        throw new IOException(
            "there is a directory with files in its place; move them away, then it goes", e);
      }
    }
  }

  /** Whether it is a regular file that nobody else has a hand in, and so to be trusted. */
  private boolean isOurs(Path temporary) throws IOException {
    return directory
            .attributes(temporary)
            .filter(BasicFileAttributes::isRegularFile)
            .filter(found -> Modes.toBits(found.permissions()) == Modes.toBits(PRIVATE.value()))
            .isPresent()
        && directory.links(temporary) == 1
        && directory.isOwnedByThisProcess(temporary);
  }

  private boolean isEmpty(Path temporary) throws IOException {
    return directory.attributes(temporary).filter(found -> found.size() == 0).isPresent();
  }

  private void remove(Path what) throws IOException {
    try {
      if (directory.attributes(what).map(BasicFileAttributes::isDirectory).orElse(false)) {
        stream.deleteDirectory(what);
      } else {
        stream.deleteFile(what);
      }
    } catch (NoSuchFileException e) {
      // That is what was wanted.
      return;
    }
  }
}
