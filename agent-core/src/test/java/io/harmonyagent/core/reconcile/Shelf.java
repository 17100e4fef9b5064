package io.harmonyagent.core.reconcile;

import io.harmonyagent.core.engine.Ownership;
import io.harmonyagent.core.manifest.FileSpec;
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
  public final List<Ownership> deleted = new ArrayList<>();
  public final List<Ownership> marked = new ArrayList<>();
  public volatile boolean gone;
  public volatile boolean runs = true;
  public volatile boolean starts = true;
  public volatile Interruption beforeObserve = NOTHING;
  public volatile Interruption beforeApply = NOTHING;
  public volatile Interruption afterApply = NOTHING;
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
  public boolean restarts() {
    return runs;
  }

  @Override
  public String observe(Target<FileSpec> target, boolean thorough)
      throws ReconcileFailure, NotAvailable {
    if (gone) {
      throw new NotAvailable("the shelf is not there");
    }
    beforeObserve.at(target.spec().path());
    return things.getOrDefault(target.spec().path(), "");
  }

  @Override
  public Decision decide(Target<FileSpec> target, String observed) {
    FileSpec spec = target.spec();
    if (observed.isEmpty()) {
      return new Decision.Create();
    }
    if (observed.equals(spec.content().toString())) {
      return target.restartFor().isPresent()
          ? new Decision.Update("restart: " + target.restartFor().get())
          : new Decision.Nothing();
    }
    return target.owned()
        ? new Decision.Update("content")
        : new Decision.Refuse(new ResourceError("AlreadyExists", spec.path()));
  }

  @Override
  public Applied apply(Target<FileSpec> target, String observed, Decision decision, Attempt attempt)
      throws ReconcileFailure {
    FileSpec spec = target.spec();
    beforeApply.at(spec.path());
    attempt.checkpoint();
    attempt.remember(target.memo() + "applied ");
    things.put(spec.path(), spec.content().toString());
    if (starts) {
      attempt.restarted();
    }
    afterApply.at(spec.path());
    return new Applied.Done(details(target, observed));
  }

  @Override
  public ResourceDetails details(Target<FileSpec> target, String observed) {
    FileSpec spec = target.spec();
    return new ResourceDetails.FileDetails(spec.path(), "", spec.content().size());
  }

  @Override
  public void delete(Ownership owned, Attempt attempt) throws ReconcileFailure {
    things.remove(owned.thing().key());
    deleted.add(owned);
    afterDelete.at(owned.thing().key());
  }

  @Override
  public List<Ownership> findOwned() throws NotAvailable {
    if (gone) {
      throw new NotAvailable("the shelf is not there");
    }
    return marked;
  }

  @Override
  public synchronized void watch(ResourceId id, FileSpec spec, Consumer<ResourceId> hints) {
    watched.add(id);
  }

  @Override
  public synchronized void unwatch(ResourceId id) {
    watched.remove(id);
  }
}
