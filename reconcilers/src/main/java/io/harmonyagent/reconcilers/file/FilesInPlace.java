package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.manifest.FileContent;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.Sha256;
import io.harmonyagent.core.status.ResourceDetails;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is remembered of files that were seen to be as they should be, so that the next look at one
 * costs no more than to ask the kernel whether anything has happened to it.
 */
final class FilesInPlace {
  /**
   * What a file was when it was last seen to be as this spec says.
   *
   * @param place where it really is, links resolved
   */
  private record InPlace(
      FileSpec spec, Path place, FileIdentity identity, ResourceDetails details) {}

  private final DeviceRoot root;
  private final FileStat stat;
  private final Map<String, InPlace> inPlace = new ConcurrentHashMap<>();

  /** Where a path leads to, of those that lead somewhere else than they say. */
  private final Map<String, Path> elsewhere = new ConcurrentHashMap<>();

  FilesInPlace(DeviceRoot root, FileStat stat) {
    this.root = root;
    this.stat = stat;
  }

  /** Whether nothing has happened to it since it was seen to be as this spec says. */
  boolean isStill(FileSpec spec) throws IOException {
    Optional<InPlace> known = known(spec);
    return known.isPresent()
        && stat.of(known.get().place()).filter(known.get().identity()::equals).isPresent();
  }

  /** Only what is as it should be, and neither changed just now nor meanwhile, is worth it. */
  void remember(FileSpec spec, FileLook.Seen seen) {
    String path = spec.path();
    Optional<Path> place = seen.place().filter(there -> !there.equals(root.resolve(path)));
    place.ifPresentOrElse(there -> elsewhere.put(path, there), () -> elsewhere.remove(path));
    if (seen.identity().filter(FileIdentity::isSettled).isPresent()
        && FileDecisions.isInPlace(spec, seen.observation())) {
      FileIdentity identity = seen.identity().get();
      inPlace.put(path, new InPlace(spec, lastPlaceOf(path), identity, computeDetails(spec)));
    } else {
      inPlace.remove(path);
    }
  }

  void forget(String path) {
    inPlace.remove(path);
    elsewhere.remove(path);
  }

  ResourceDetails details(FileSpec spec) {
    return known(spec).map(InPlace::details).orElseGet(() -> computeDetails(spec));
  }

  /** Where the path leads to, as far as is known. */
  Path placeOf(FileSpec spec) {
    return known(spec).map(InPlace::place).orElseGet(() -> lastPlaceOf(spec.path()));
  }

  private Path lastPlaceOf(String path) {
    Path place = elsewhere.get(path);
    return place == null ? root.resolve(path) : place;
  }

  private Optional<InPlace> known(FileSpec spec) {
    return Optional.ofNullable(inPlace.get(spec.path())).filter(known -> known.spec().equals(spec));
  }

  private static ResourceDetails computeDetails(FileSpec spec) {
    String sha256 =
        switch (spec.content()) {
          case FileContent.Inline inline -> Sha256.hex(inline.bytes());
          case FileContent.Artifact artifact -> artifact.sha256();
          case FileContent.Directory _, FileContent.Symlink _ -> "";
        };
    return new ResourceDetails.FileDetails(spec.path(), sha256, spec.content().size());
  }
}
