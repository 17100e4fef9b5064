package io.harmonyagent.agent.update;

import io.harmonyagent.agent.posix.Kernel;
import io.harmonyagent.core.artifact.Hasher;
import io.harmonyagent.core.files.Directories;
import io.harmonyagent.core.files.DurableFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The images of builds, each a file named after its SHA-256, and the places in {@code /run} where
 * they are mounted. A build runs straight from its compressed image, so it is never on the disk a
 * second time, and what its pages take of the memory the kernel can have back.
 */
public final class BuildImages {
  private static final Logger log = LoggerFactory.getLogger(BuildImages.class);
  private static final String IMAGE = ".img";
  private static final String UNFINISHED = ".part";
  private static final String CORRUPT = ".corrupt";
  private static final List<String> OURS = List.of(IMAGE, UNFINISHED, CORRUPT);
  private static final String PROGRAM = "harmony-agent";

  private final Path directory;
  private final Path mounts;
  private final Kernel kernel;
  private final VainStarts starts;

  /**
   * Knows the places.
   *
   * @param state the agent's state directory
   * @param runtime the agent's directory in {@code /run}
   */
  public BuildImages(Path state, Path runtime, Kernel kernel) {
    this.directory = directoryIn(state);
    this.mounts = runtime.resolve("builds");
    this.kernel = kernel;
    this.starts = new VainStarts(runtime);
  }

  static Path directoryIn(Path state) {
    return state.resolve("update");
  }

  VainStarts starts() {
    return starts;
  }

  Path directory() {
    return directory;
  }

  Path unfinished(String sha256) {
    return directory.resolve(sha256 + UNFINISHED);
  }

  private DurableFile corrupt(String sha256) {
    return new DurableFile(directory.resolve(sha256 + CORRUPT));
  }

  /** This upload was fetched to its end, and is not what its name says. */
  void rememberCorrupt(String sha256, String upload) throws IOException {
    corrupt(sha256).replace(upload.getBytes(StandardCharsets.UTF_8));
    Files.deleteIfExists(unfinished(sha256));
  }

  boolean isKnownCorrupt(String sha256, String upload) throws IOException {
    return corrupt(sha256)
        .read()
        .filter(known -> upload.equals(new String(known, StandardCharsets.UTF_8)))
        .isPresent();
  }

  private Path image(String sha256) {
    return directory.resolve(sha256 + IMAGE);
  }

  boolean has(String sha256) {
    return Files.isRegularFile(image(sha256));
  }

  /** From here on the image counts as being here. Its content must be on the disk already. */
  void finish(String sha256) throws IOException {
    Files.move(unfinished(sha256), image(sha256), StandardCopyOption.ATOMIC_MOVE);
    Directories.sync(directory);
  }

  /** Whether the image is what its name says: cards forget. */
  boolean isIntact(String sha256) {
    try (FileChannel channel = FileChannel.open(image(sha256))) {
      Hasher hasher = new Hasher();
      hasher.readAll(channel);
      return hasher.hex().equals(sha256);
    } catch (IOException e) {
      return false;
    }
  }

  /** As if it had never been here. Whoever runs from it has what it needs in memory, or has not. */
  void discard(String sha256) throws IOException {
    letGo(mounts.resolve(sha256));
    Files.deleteIfExists(image(sha256));
  }

  /** The build's program, from its mounted image. */
  Path mounted(String sha256) throws IOException {
    Path place = mounts.resolve(sha256);
    Path program = place.resolve(PROGRAM);
    if (!Files.exists(program)) {
      // A damaged one may be mounted there, in which nothing can be found.
      unmount(place);
      Files.createDirectories(place);
      kernel.mountImage(image(sha256), place);
      if (!Files.exists(program)) {
        unmount(place);
        throw new IOException("there is no " + PROGRAM + " to be read in " + image(sha256));
      }
    }
    return program;
  }

  /** Takes away all images that nobody needs, mounted or not. */
  public void keepOnly(Predicate<String> needed) {
    each(mounts, place -> unlessNeeded(place, needed));
    each(directory, file -> deleteUnlessNeeded(file, needed));
  }

  private void unlessNeeded(Path place, Predicate<String> needed) throws IOException {
    if (!needed.test(String.valueOf(place.getFileName()))) {
      letGo(place);
    }
  }

  private void letGo(Path place) throws IOException {
    unmount(place);
    Files.deleteIfExists(place);
  }

  /** What is in there says nothing about whether it is mounted: the image may be damaged. */
  private void unmount(Path place) {
    try {
      kernel.unmount(place);
    } catch (IOException e) {
      log.debug("{} was not mounted: {}", place, e.getMessage());
    }
  }

  private static void deleteUnlessNeeded(Path file, Predicate<String> needed) throws IOException {
    String name = String.valueOf(file.getFileName());
    int dot = name.indexOf('.');
    boolean ours = OURS.stream().anyMatch(name::endsWith);
    if (ours && !needed.test(name.substring(0, dot))) {
      Files.delete(file);
    }
  }

  private interface Action {
    void on(Path path) throws IOException;
  }

  /** One that cannot be tidied away does not keep the others. */
  private static void each(Path parent, Action action) {
    if (!Files.isDirectory(parent)) {
      return;
    }
    try (Stream<Path> found = Files.list(parent)) {
      for (Path path : found.toList()) {
        try {
          action.on(path);
        } catch (IOException e) {
          log.warn("{} could not be tidied away: {}", path, e.getMessage());
        }
      }
    } catch (IOException e) {
      log.warn("{} could not be looked at: {}", parent, e.getMessage());
    }
  }
}
