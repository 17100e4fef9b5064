package io.harmonyagent.reconcilers.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.engine.Outcome;
import io.harmonyagent.core.engine.OwnedThing;
import io.harmonyagent.core.engine.Ownership;
import io.harmonyagent.core.engine.RestartCause;
import io.harmonyagent.core.engine.Work;
import io.harmonyagent.core.ledger.Ledger;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.reconcile.Attempt;
import io.harmonyagent.core.reconcile.Reconcilers;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;

/** A device with a ledger, so that what is remembered of a file is remembered as in the agent. */
abstract class LedgerDevice extends FileDevice {
  Ledger ledger;
  private Reconcilers reconcilers;

  @BeforeEach
  void start() throws IOException {
    ledger = Ledger.open(state());
    reconciler = agent();
    reconcilers = new Reconcilers(List.of(reconciler), ledger);
  }

  /** One try at a resource, as the engine starts it. */
  Outcome want(FileSpec spec) {
    return want(spec, new Attempt());
  }

  Outcome want(FileSpec spec, Attempt attempt) {
    ManagedResource resource = new ManagedResource(ID, List.of(), List.of(), spec, "hash");
    return reconcilers.perform(
        new Work.Reconcile(resource, false, RestartCause.none()), attempt, _ -> {});
  }

  /** Nobody wants what is at this path any more. */
  Outcome unwant(String path) {
    Optional<Ownership> owned = ledger.find(new OwnedThing(FileSpec.KIND, path));
    return owned.isEmpty()
        ? new Outcome.Removed()
        : reconcilers.perform(new Work.Remove(owned.get()), new Attempt(), _ -> {});
  }

  String memo(String path) {
    return ledger.find(new OwnedThing(FileSpec.KIND, path)).map(Ownership::memo).orElse("");
  }

  static void isChanged(Outcome outcome, String what) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Changed.class, changed -> assertThat(changed.what()).isEqualTo(what));
  }

  static void isInPlace(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.InPlace.class);
  }

  static String failsWith(Outcome outcome, String code) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Failed.class, failed -> assertThat(failed.error().code()).isEqualTo(code));
    return ((Outcome.Failed) outcome).error().message();
  }
}
