package io.harmonyagent.failover.resource;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonReader;
import io.harmonyagent.core.document.JsonWriter;
import io.harmonyagent.core.document.Reading;
import io.harmonyagent.core.engine.Ownership;
import io.harmonyagent.core.manifest.PostgresSiteJson;
import io.harmonyagent.core.manifest.PostgresSiteSpec;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.reconcile.Applied;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.Decision;
import io.harmonyagent.core.reconcile.NotAvailable;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.core.reconcile.Reconciler;
import io.harmonyagent.core.reconcile.Target;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.failover.site.SiteClock;
import io.harmonyagent.failover.site.SiteShell;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Keeps sites guarded. It starts no PostgreSQL itself: that is decided by the failover core of the
 * shell that it begins, and is seen here only to be told.
 */
public final class PostgresSiteReconciler implements Reconciler<PostgresSiteSpec, SiteSighting> {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(2);

  private final Workshop workshop;
  private final SiteClock clock;
  private final Map<String, SiteKeeper> keepers = new ConcurrentHashMap<>();

  public PostgresSiteReconciler(Workshop workshop, SiteClock clock) {
    this.workshop = workshop;
    this.clock = clock;
  }

  /** The shell that guards this cluster's site here, for what an operator asks of it. */
  public Optional<SiteShell> shell(String cluster) {
    return Optional.ofNullable(keepers.get(cluster)).flatMap(SiteKeeper::shell);
  }

  @Override
  public Class<PostgresSiteSpec> specType() {
    return PostgresSiteSpec.class;
  }

  @Override
  public String kind() {
    return PostgresSiteSpec.KIND;
  }

  @Override
  public SiteSighting observe(Target<PostgresSiteSpec> target, boolean thorough) {
    SiteKeeper keeper = keepers.get(target.spec().cluster());
    return keeper == null
        ? SiteSighting.NOT_GUARDED
        : new SiteSighting(keeper.spec(), keeper.view(), keeper.failure(), keeper.pause(), false);
  }

  @Override
  public SiteSighting foresee(Target<PostgresSiteSpec> target) throws ReconcileFailure {
    return SiteSighting.recorded(spec(target.memo()));
  }

  @Override
  public Decision decide(Target<PostgresSiteSpec> target, SiteSighting observed) {
    return SiteDecisions.decide(target.spec(), observed);
  }

  @Override
  public void takeOver(Target<PostgresSiteSpec> target, SiteSighting observed, Attempt attempt)
      throws ReconcileFailure {
    attempt.remember(memo(target.spec()));
  }

  @Override
  public Applied apply(
      Target<PostgresSiteSpec> target, SiteSighting observed, Decision decision, Attempt attempt)
      throws ReconcileFailure, NotAvailable {
    PostgresSiteSpec spec = target.spec();
    SiteKeeper keeper = keeper(spec.cluster());
    try {
      if (!keeper.end()) {
        return new Applied.Underway("what was asked of PostgreSQL before has to end", LOOK_AGAIN);
      }
      Optional<PostgresSiteSpec> before = spec(target.memo());
      if (before.isPresent() && !before.get().isSamePostgres(spec)) {
        fence(keeper, before.get(), attempt);
      }
      if (!target.memo().equals(memo(spec))) {
        attempt.remember(memo(spec));
      }
      attempt.checkpoint();
      boolean unused = keeper.begin(spec);
      return new Applied.Underway("the site was just taken under guard", LOOK_AGAIN);
    } catch (IOException e) {
      throw new ReconcileFailure("SiteNotGuarded", String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ReconcileFailure("Interrupted", "guarding " + spec.cluster() + " was called off");
    }
  }

  @Override
  public ResourceDetails details(Target<PostgresSiteSpec> target, SiteSighting observed) {
    return SiteDecisions.details(target.spec(), observed.view().orElseThrow());
  }

  /** The data stays, and so does what the site knew of its cluster. */
  @Override
  public void delete(Ownership owned, Attempt attempt) throws ReconcileFailure, NotAvailable {
    SiteKeeper keeper = keeper(owned.thing().key());
    try {
      if (!keeper.end()) {
        throw new ReconcileFailure(
            "NotEnded", "what was asked of PostgreSQL before has to end first; tried again");
      }
      Optional<PostgresSiteSpec> spec = spec(owned.memo());
      if (spec.isPresent()) {
        fence(keeper, spec.get(), attempt);
      }
      keeper.close();
      keepers.remove(owned.thing().key());
    } catch (IOException e) {
      throw new ReconcileFailure("NotFenced", String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ReconcileFailure("Interrupted", "was called off");
    }
  }

  @Override
  public String afterDeletion(Ownership owned) {
    return "its PostgreSQL is fenced and stays so, its data stays as it is";
  }

  @Override
  public void watch(ResourceId id, PostgresSiteSpec spec, Consumer<ResourceId> hints) {
    keeper(spec.cluster()).onChange(() -> hints.accept(id));
  }

  /** What was watched is deleted next, or is another resource's; hints of it do no harm. */
  @Override
  public void unwatch(ResourceId id) {}

  @Override
  public void close() {
    keepers.values().forEach(SiteKeeper::close);
  }

  private SiteKeeper keeper(String cluster) {
    return keepers.computeIfAbsent(cluster, _ -> new SiteKeeper(workshop, clock));
  }

  private static void fence(SiteKeeper keeper, PostgresSiteSpec before, Attempt attempt)
      throws ReconcileFailure, IOException {
    attempt.checkpoint();
    Optional<String> trouble = keeper.fence(before);
    if (trouble.isPresent()) {
      throw new ReconcileFailure(
          "NotFenced",
          "the PostgreSQL of "
              + before.cluster()
              + " is not known to accept nothing: "
              + trouble.get()
              + "; stop it by hand if this goes on");
    }
  }

  private static String memo(PostgresSiteSpec spec) {
    return new String(JsonWriter.compact(PostgresSiteJson.write(spec).node()), UTF_8);
  }

  private static Optional<PostgresSiteSpec> spec(String memo) throws ReconcileFailure {
    if (memo.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          PostgresSiteJson.read(
              Reading.start().root(new JsonReader().read(memo.getBytes(UTF_8), "ledger"))));
    } catch (InvalidDocument e) {
      throw new ReconcileFailure(
          "NotFenced",
          "which PostgreSQL was guarded cannot be read any more: "
              + e.sentence()
              + "; stop it by hand, then remove the resource's line from the ledger");
    }
  }
}
