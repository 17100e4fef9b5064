package io.harmonyagent.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.Eventually;
import io.harmonyagent.core.engine.Effect;
import io.harmonyagent.core.engine.Outcome;
import io.harmonyagent.core.engine.RestartCause;
import io.harmonyagent.core.engine.Ticket;
import io.harmonyagent.core.engine.Work;
import io.harmonyagent.core.ledger.Ledger;
import io.harmonyagent.core.manifest.FileContent;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import io.harmonyagent.core.reconcile.Reconcilers;
import io.harmonyagent.core.reconcile.Shelf;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkersTest {
  @TempDir private Path directory;
  private final Shelf shelf = new Shelf();
  private final Queue<Outcome> outcomes = new ConcurrentLinkedQueue<>();
  private final Queue<Ticket> tickets = new ConcurrentLinkedQueue<>();
  private Workers workers;

  @BeforeEach
  void open() throws IOException {
    workers = new Workers(new Reconcilers(List.of(shelf), Ledger.open(directory)));
  }

  @Test
  void nothing_is_kept_of_work_that_ended() throws InterruptedException {
    shelf.things.put("/a", "1 bytes");
    List<Effect.Start> many = new ArrayList<>();
    for (int i = 1; i <= 2_000; i++) {
      many.add(work(i));
    }
    workers.start(many, this::ended, id -> {});
    assertThat(workers.underWay()).isEqualTo(2_000);

    Eventually.so("all ended", () -> outcomes.size() == 2_000);
    tickets.forEach(workers::ended);

    assertThat(workers.underWay()).isZero();
  }

  @Test
  void abandoned_work_changes_nothing_and_is_woken() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    shelf.beforeApply =
        path -> {
          begun.countDown();
          waitForEver();
        };
    start(1);
    begun.await();

    workers.abandon(new Ticket(1));

    Eventually.so("it ended", () -> outcomes.size() == 1);
    assertThat(shelf.things).isEmpty();
    assertThat(workers.underWay()).isZero();
  }

  @Test
  void an_interrupt_of_one_piece_of_work_does_not_reach_the_next() throws InterruptedException {
    abandoned_work_changes_nothing_and_is_woken();
    shelf.beforeApply = Shelf.NOTHING;

    for (int i = 2; i <= 20; i++) {
      start(i);
    }

    Eventually.so("all ended", () -> outcomes.size() == 20);
    assertThat(outcomes).filteredOn(Outcome.Failed.class::isInstance).hasSize(1);
  }

  private void ended(Ticket ticket, Outcome outcome) {
    tickets.add(ticket);
    outcomes.add(outcome);
  }

  private static void waitForEver() throws ReconcileFailure {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new ReconcileFailure("Interrupted", "was called off");
    }
  }

  private void start(long ticket) {
    workers.start(List.of(work(ticket)), this::ended, id -> {});
  }

  private static Effect.Start work(long ticket) {
    FileSpec spec =
        new FileSpec(
            "/a", 0644, Optional.empty(), Optional.empty(), FileContent.inline("x"), false);
    ManagedResource resource =
        new ManagedResource(new ResourceId("a"), List.of(), List.of(), spec, "hash");
    return new Effect.Start(
        new Ticket(ticket), new Work.Reconcile(resource, false, RestartCause.none()));
  }
}
