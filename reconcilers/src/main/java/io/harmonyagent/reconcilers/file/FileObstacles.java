package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.manifest.FileContent;
import io.harmonyagent.core.manifest.FileSpec;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/** What would keep a file from being written, as far as that can be seen beforehand. */
final class FileObstacles {
  private final DeviceRoot root;

  FileObstacles(DeviceRoot root) {
    this.root = root;
  }

  Optional<String> to(FileSpec spec) throws IOException {
    Path place = root.resolve(spec.path());
    if (!(spec.content() instanceof FileContent.Directory)
        && Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)
        && !isEmpty(place)) {
      return Optional.of("there is a directory with files in its place");
    }
    FileStore store = Files.getFileStore(nearestExisting(place));
    if (store.isReadOnly()) {
      return Optional.of("the file system is read-only");
    }
    long needed = spec.content().size();
    long free = store.getUsableSpace();
    return free < needed
        ? Optional.of("needs " + needed + " bytes on the disk and " + free + " are free")
        : Optional.empty();
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      return !entries.iterator().hasNext();
    }
  }

  private Path nearestExisting(Path place) {
    for (Path at = place.getParent();
        at != null && !at.equals(root.directory());
        at = at.getParent()) {
      if (Files.exists(at)) {
        return at;
      }
    }
    return root.directory();
  }
}
