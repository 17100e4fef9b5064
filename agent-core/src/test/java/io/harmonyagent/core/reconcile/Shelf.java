package io.harmonyagent.core.reconcile;

import io.harmonyagent.core.engine.OwnedThing;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.status.ResourceError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** A device in memory: paths with content. What comes before each step can be set by a test. */
public final class Shelf implements Reconciler<FileSpec, String> {
  /** Something that happens right before a step. */
  @FunctionalInterface
  public interface Interruption {
    void at(String path) throws ReconcileFailure;
  }

  public static final Interruption NOTHING = path -> {};

  public final Map<String, String> things = new ConcurrentHashMap<>();
  public final List<ResourceId> watched = new ArrayList<>();
  public volatile Interruption beforeObserve = NOTHING;
  public volatile Interruption beforeApply = NOTHING;
  public volatile Interruption afterDelete = NOTHING;

  @Override
  public Class<FileSpec> specType() {
    return FileSpec.class;
  }

  @Override
  public String kind() {
    return FileSpec.KIND;
  }

  @Override
  public String observe(FileSpec spec, boolean thorough) throws ReconcileFailure {
    beforeObserve.at(spec.path());
    return things.getOrDefault(spec.path(), "");
  }

  @Override
  public Decision decide(FileSpec spec, String observed, boolean owned) {
    if (observed.isEmpty()) {
      return new Decision.Create();
    }
    if (observed.equals(spec.content().toString())) {
      return new Decision.Nothing();
    }
    return owned
        ? new Decision.Update("content")
        : new Decision.Refuse(new ResourceError("AlreadyExists", spec.path()));
  }

  @Override
  public void apply(
      ResourceId id, FileSpec spec, String observed, Decision decision, Attempt attempt)
      throws ReconcileFailure {
    beforeApply.at(spec.path());
    attempt.checkpoint();
    things.put(spec.path(), spec.content().toString());
  }

  @Override
  public ResourceDetails details(FileSpec spec) {
    return new ResourceDetails.FileDetails(spec.path(), "", spec.content().size());
  }

  @Override
  public void delete(OwnedThing thing, Attempt attempt) throws ReconcileFailure {
    things.remove(thing.key());
    afterDelete.at(thing.key());
  }

  @Override
  public synchronized void watch(
      ManagedResource resource, FileSpec spec, Consumer<ResourceId> hints) {
    watched.add(resource.id());
  }

  @Override
  public synchronized void unwatch(ResourceId id) {
    watched.remove(id);
  }
}
