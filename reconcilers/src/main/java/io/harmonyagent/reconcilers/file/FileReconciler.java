package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.artifact.Artifacts;
import io.harmonyagent.core.engine.Ownership;
import io.harmonyagent.core.files.Copies;
import io.harmonyagent.core.manifest.FileContent;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.OnDelete;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.manifest.Sha256;
import io.harmonyagent.core.reconcile.Applied;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.Decision;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.core.reconcile.Reconciler;
import io.harmonyagent.core.reconcile.Target;
import io.harmonyagent.core.status.ResourceDetails;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Keeps files, directories and links in place: content, mode, owner and group. */
public final class FileReconciler implements Reconciler<FileSpec, FileObservation> {
  /**
   * What a file was when it was last seen to be as this spec says.
   *
   * @param place where it really is, links resolved
   */
  private record InPlace(
      FileSpec spec, Path place, FileIdentity identity, ResourceDetails details) {}

  private final DeviceRoot root;
  private final FileEvents events;
  private final FileStat stat;
  private final FileLook look;
  private final ArtifactDownload download;
  private final FileWriter writer;
  private final Places places;
  private final TakenOver takenOver;
  private final Map<String, InPlace> inPlace = new ConcurrentHashMap<>();

  /** Where a path leads to, of those that lead somewhere else than they say. */
  private final Map<String, Path> elsewhere = new ConcurrentHashMap<>();

  /** {@code before} is where copies of what was taken over are kept. */
  public FileReconciler(
      DeviceRoot root, FileEvents events, FileStat stat, Artifacts artifacts, Copies before) {
    this.root = root;
    this.events = events;
    this.stat = stat;
    this.look = new FileLook(root, stat);
    this.download = new ArtifactDownload(artifacts);
    this.writer = new FileWriter(root, download);
    this.places = new Places(root);
    this.takenOver = new TakenOver(root, stat, before, places);
  }

  @Override
  public Class<FileSpec> specType() {
    return FileSpec.class;
  }

  @Override
  public String kind() {
    return FileSpec.KIND;
  }

  @Override
  public FileObservation observe(Target<FileSpec> target, boolean thorough)
      throws ReconcileFailure {
    FileSpec spec = target.spec();
    try {
      if (!thorough && isStillInPlace(spec)) {
        return new FileObservation.Unchanged();
      }
      FileLook.Seen seen = look.at(spec);
      remember(spec, seen);
      return seen.observation();
    } catch (IOException e) {
      throw FileFailures.of("looking at " + spec.path(), e);
    }
  }

  @Override
  public Decision decide(Target<FileSpec> target, FileObservation observed) {
    return FileDecisions.decide(target, observed);
  }

  @Override
  public void takeOver(Target<FileSpec> target, FileObservation observed, Attempt attempt)
      throws ReconcileFailure {
    OnDelete policy = target.spec().onDelete();
    if (policy != OnDelete.REMOVE) {
      Optional<Before> before =
          policy == OnDelete.RESTORE ? takenOver.save(target.spec().path()) : Optional.empty();
      attempt.remember(new FileMemo(policy, before, Optional.empty()).text());
    }
  }

  @Override
  public Applied apply(
      Target<FileSpec> target, FileObservation observed, Decision decision, Attempt attempt)
      throws ReconcileFailure, NotAvailable {
    FileSpec spec = target.spec();
    if (!FileMemo.says(target.memo(), spec.onDelete())) {
      attempt.remember(FileMemo.of(target.memo()).withPolicy(spec.onDelete()).text());
    }
    if (FileDecisions.isInPlace(spec, observed)) {
      return new Applied.Done(details(target, observed));
    }
    writer.bringAbout(target, observed, attempt);
    FileObservation after = observe(target, true);
    if (!FileDecisions.isInPlace(spec, after)) {
      throw new ReconcileFailure(
          "NotInPlace", spec.path() + " changed again as soon as it was written; who writes it?");
    }
    return new Applied.Done(details(target, after));
  }

  @Override
  public ResourceDetails details(Target<FileSpec> target, FileObservation observed) {
    FileSpec spec = target.spec();
    return known(spec).map(InPlace::details).orElseGet(() -> computeDetails(spec));
  }

  @Override
  public void delete(Ownership owned, Attempt attempt) throws ReconcileFailure {
    String path = owned.thing().key();
    inPlace.remove(path);
    elsewhere.remove(path);
    FileMemo memo = FileMemo.of(owned.memo());
    if (memo.download().isPresent()) {
      places.discard(path, memo.download().get(), attempt);
    }
    switch (memo.onDelete()) {
      case KEEP -> {}
      case REMOVE -> places.delete(path, attempt);
      case RESTORE -> {
        if (memo.before().isPresent()) {
          takenOver.restore(path, owned.madeFor().value(), memo.before().get(), attempt);
        } else {
          places.delete(path, attempt);
        }
      }
    }
    if (memo.before().isPresent()) {
      takenOver.forget(path);
    }
  }

  @Override
  public Optional<String> obstacle(
      Target<FileSpec> target, FileObservation observed, Decision decision)
      throws ReconcileFailure, NotAvailable {
    FileSpec spec = target.spec();
    if (FileDecisions.isInPlace(spec, observed)) {
      return Optional.empty();
    }
    try {
      Optional<String> onTheDisk = new FileObstacles(root).to(spec);
      if (onTheDisk.isEmpty()
          && spec.content() instanceof FileContent.Artifact artifact
          && !(observed instanceof FileObservation.OfWantedType found && found.sameContent())) {
        download.find(artifact);
      }
      return onTheDisk;
    } catch (IOException e) {
      throw FileFailures.of("looking at the disk under " + spec.path(), e);
    }
  }

  @Override
  public void watch(ResourceId id, FileSpec spec, Consumer<ResourceId> hints) {
    events.watch(id, known(spec).map(InPlace::place).orElseGet(() -> placeOf(spec)), hints);
  }

  @Override
  public void unwatch(ResourceId id) {
    events.unwatch(id);
  }

  private boolean isStillInPlace(FileSpec spec) throws IOException {
    Optional<InPlace> known = known(spec);
    return known.isPresent()
        && stat.of(known.get().place()).filter(known.get().identity()::equals).isPresent();
  }

  private Optional<InPlace> known(FileSpec spec) {
    return Optional.ofNullable(inPlace.get(spec.path())).filter(known -> known.spec().equals(spec));
  }

  private Path placeOf(FileSpec spec) {
    Path place = elsewhere.get(spec.path());
    return place == null ? root.resolve(spec.path()) : place;
  }

  /** Only what is as it should be, and neither changed just now nor meanwhile, is worth it. */
  private void remember(FileSpec spec, FileLook.Seen seen) {
    String path = spec.path();
    Optional<Path> place = seen.place().filter(there -> !there.equals(root.resolve(path)));
    place.ifPresentOrElse(there -> elsewhere.put(path, there), () -> elsewhere.remove(path));
    if (seen.identity().filter(FileIdentity::isSettled).isPresent()
        && FileDecisions.isInPlace(spec, seen.observation())) {
      inPlace.put(
          path, new InPlace(spec, placeOf(spec), seen.identity().get(), computeDetails(spec)));
    } else {
      inPlace.remove(path);
    }
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
