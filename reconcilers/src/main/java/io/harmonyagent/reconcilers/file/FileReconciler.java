package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.engine.Ownership;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.manifest.Sha256;
import io.harmonyagent.core.reconcile.Applied;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.Decision;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.core.reconcile.Reconciler;
import io.harmonyagent.core.reconcile.Target;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.status.ResourceError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Keeps regular files in place: content, mode, owner and group. */
public final class FileReconciler implements Reconciler<FileSpec, FileObservation> {
  /**
   * What a file was when it was last seen to be as this spec says.
   *
   * @param named its path as the manifest has it, on this device
   * @param place where it really is, links resolved
   */
  private record InPlace(
      FileSpec spec, Path named, Path place, FileIdentity identity, ResourceDetails details) {}

  private final DeviceRoot root;
  private final FileEvents events;
  private final FileStat stat;
  private final FileLook look;
  private final FileWriter writer;
  private final Map<String, InPlace> inPlace = new ConcurrentHashMap<>();

  public FileReconciler(DeviceRoot root, FileEvents events, FileStat stat) {
    this.root = root;
    this.events = events;
    this.stat = stat;
    this.look = new FileLook(root, stat);
    this.writer = new FileWriter(root);
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
      Optional<FileLook.Seen> seen = look.at(spec);
      remember(spec, seen);
      return seen.map(FileLook.Seen::observation).orElseGet(FileObservation.Absent::new);
    } catch (IOException e) {
      throw FileFailures.of("looking at " + spec.path(), e);
    }
  }

  @Override
  public Decision decide(Target<FileSpec> target, FileObservation observed) {
    return decide(target.spec(), observed, target.owned());
  }

  private static Decision decide(FileSpec spec, FileObservation observed, boolean owned) {
    return switch (observed) {
      case FileObservation.Absent _ -> new Decision.Create();
      case FileObservation.Unchanged _ -> new Decision.Nothing();
      case FileObservation.OfOtherType(String type) ->
          owned || spec.adopt()
              ? new Decision.Update("was " + type)
              : alreadyExists(spec, "is " + type);
      case FileObservation.Regular regular -> {
        List<String> differences = differences(spec, regular);
        if (differences.isEmpty()) {
          yield new Decision.Nothing();
        }
        String all = String.join(", ", differences);
        yield owned || spec.adopt()
            ? new Decision.Update(all)
            : alreadyExists(spec, "is there already, is not ours, and differs: " + all);
      }
    };
  }

  @Override
  public Applied apply(
      Target<FileSpec> target, FileObservation observed, Decision decision, Attempt attempt)
      throws ReconcileFailure {
    FileSpec spec = target.spec();
    boolean contentIsRight =
        observed instanceof FileObservation.Regular regular && regular.sameContent();
    if (contentIsRight) {
      writer.correctAttributes(spec, attempt);
    } else {
      writer.replace(target.id(), spec, attempt);
    }
    FileObservation after = observe(target, true);
    if (!(decide(spec, after, true) instanceof Decision.Nothing)) {
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
    writer.delete(path, attempt);
  }

  @Override
  public Optional<String> obstacle(
      Target<FileSpec> target, FileObservation observed, Decision decision)
      throws ReconcileFailure {
    try {
      return new FileObstacles(root).to(target.spec());
    } catch (IOException e) {
      throw FileFailures.of("looking at the disk under " + target.spec().path(), e);
    }
  }

  @Override
  public void watch(ResourceId id, FileSpec spec, Consumer<ResourceId> hints) {
    Path file = known(spec).map(InPlace::named).orElseGet(() -> root.resolve(spec.path()));
    events.watch(id, file, hints);
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

  /** Only what is as it should be, and neither changed just now nor meanwhile, is worth it. */
  private void remember(FileSpec spec, Optional<FileLook.Seen> seen) {
    if (seen.isPresent()
        && seen.get().identity().filter(FileIdentity::isSettled).isPresent()
        && decide(spec, seen.get().observation(), true) instanceof Decision.Nothing) {
      FileIdentity identity = seen.get().identity().get();
      Path named = root.resolve(spec.path());
      // Mostly there is no link on the way, and then one object does for both.
      Path place = seen.get().place().equals(named) ? named : seen.get().place();
      inPlace.put(spec.path(), new InPlace(spec, named, place, identity, computeDetails(spec)));
    } else {
      inPlace.remove(spec.path());
    }
  }

  private static ResourceDetails computeDetails(FileSpec spec) {
    return new ResourceDetails.FileDetails(
        spec.path(), Sha256.hex(spec.content().bytes()), spec.content().size());
  }

  private static List<String> differences(FileSpec spec, FileObservation.Regular found) {
    List<String> differences = new ArrayList<>();
    if (!found.sameContent()) {
      differences.add("content");
    }
    if (found.mode() != spec.mode()) {
      differences.add("mode " + octal(found.mode()) + " instead of " + octal(spec.mode()));
    }
    if (spec.owner().isPresent() && !found.ownerMatches()) {
      differences.add("owner " + found.owner().getName() + " instead of " + spec.owner().get());
    }
    if (spec.group().isPresent() && !found.groupMatches()) {
      differences.add("group " + found.group().getName() + " instead of " + spec.group().get());
    }
    return differences;
  }

  private static String octal(int mode) {
    String digits = Integer.toOctalString(mode);
    return "0".repeat(4 - digits.length()) + digits;
  }

  private static Decision alreadyExists(FileSpec spec, String how) {
    return new Decision.Refuse(
        new ResourceError(
            "AlreadyExists",
            spec.path() + " " + how + "; set \"adopt\": true to take it over, or move it away"));
  }
}
