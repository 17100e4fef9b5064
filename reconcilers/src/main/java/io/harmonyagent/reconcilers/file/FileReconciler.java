package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.artifact.Artifacts;
import io.harmonyagent.core.engine.Ownership;
import io.harmonyagent.core.files.Copies;
import io.harmonyagent.core.manifest.FileContent;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.OnDelete;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.reconcile.Applied;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.Decision;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.core.reconcile.Reconciler;
import io.harmonyagent.core.reconcile.Target;
import io.harmonyagent.core.status.ResourceDetails;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/** Keeps files, directories and links in place: content, mode, owner and group. */
public final class FileReconciler implements Reconciler<FileSpec, FileObservation> {
  private final DeviceRoot root;
  private final FileEvents events;
  private final FileLook look;
  private final ArtifactDownload download;
  private final FileWriter writer;
  private final Places places;
  private final TakenOver takenOver;
  private final FilesInPlace inPlace;

  /** {@code before} is where copies of what was taken over are kept. */
  public FileReconciler(
      DeviceRoot root, FileEvents events, FileStat stat, Artifacts artifacts, Copies before) {
    this.root = root;
    this.events = events;
    this.look = new FileLook(root, stat);
    this.inPlace = new FilesInPlace(root, stat);
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

  /** A file does not run, so a reason to restart it is none to make it ours. */
  @Override
  public boolean restarts() {
    return false;
  }

  @Override
  public FileObservation observe(Target<FileSpec> target, boolean thorough)
      throws ReconcileFailure {
    FileSpec spec = target.spec();
    try {
      if (!thorough && inPlace.isStill(spec)) {
        return new FileObservation.Unchanged();
      }
      events.doubt(target.id());
      FileLook.Seen seen = look.at(spec);
      inPlace.remember(spec, seen);
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
    return inPlace.details(target.spec());
  }

  @Override
  public void delete(Ownership owned, Attempt attempt) throws ReconcileFailure {
    String path = owned.thing().key();
    inPlace.forget(path);
    FileMemo memo = FileMemo.of(owned.memo());
    places.tidy(path, owned.madeFor().value(), attempt);
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
  public String afterDeletion(Ownership owned) {
    try {
      FileMemo memo = FileMemo.of(owned.memo());
      return switch (memo.onDelete()) {
        case KEEP -> "it stays as it is, and is no longer looked after";
        case REMOVE -> "";
        case RESTORE -> memo.before().isPresent() ? "what was there before comes back" : "";
      };
    } catch (ReconcileFailure e) {
      return "this will fail: " + e.getMessage();
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
    events.watch(id, inPlace.placeOf(spec), hints);
  }

  @Override
  public void unwatch(ResourceId id) {
    events.unwatch(id);
  }
}
