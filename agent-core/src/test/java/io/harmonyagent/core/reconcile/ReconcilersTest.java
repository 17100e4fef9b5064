package io.harmonyagent.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.engine.Outcome;
import io.harmonyagent.core.engine.OwnedThing;
import io.harmonyagent.core.engine.Ownership;
import io.harmonyagent.core.engine.RestartCause;
import io.harmonyagent.core.engine.Work;
import io.harmonyagent.core.ledger.Ledger;
import io.harmonyagent.core.manifest.FileContent;
import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.status.ResourceError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReconcilersTest {
  private static final ResourceId ID = new ResourceId("a");
  private static final OwnedThing THING = new OwnedThing("File", "/a");
  private static final Duration SOON = Duration.ofSeconds(3);
  private static final Ownership OURS = Ownership.of(THING, ID);

  @TempDir private Path directory;
  private final Shelf shelf = new Shelf();
  private Attempt attempt = new Attempt();
  private Ledger ledger;
  private Reconcilers reconcilers;

  @BeforeEach
  void open() throws IOException {
    ledger = Ledger.open(directory);
    reconcilers = new Reconcilers(List.of(shelf), ledger);
  }

  @Test
  void what_is_missing_is_made_and_owned() {
    Outcome outcome = reconcile("x");

    assertThat(outcome)
        .isEqualTo(
            new Outcome.Changed("was missing", new ResourceDetails.FileDetails("/a", "", 1), true));
    assertThat(shelf.things).containsKey("/a");
    assertThat(ledger.owned()).containsExactly(OURS.withMemo("applied "));
  }

  @Test
  void a_thing_is_recorded_before_it_is_made() {
    shelf.beforeApply =
        path -> assertThat(ledger.find(THING)).as("recorded before it is made").isPresent();

    assertThat(reconcile("x")).isInstanceOf(Outcome.Changed.class);
  }

  @Test
  void what_is_in_place_is_neither_touched_nor_claimed() {
    shelf.things.put("/a", "1 bytes");

    assertThat(reconcile("x")).isInstanceOf(Outcome.InPlace.class);
    assertThat(ledger.owned()).isEmpty();
  }

  @Test
  void what_is_not_ours_is_refused_and_not_claimed() {
    shelf.things.put("/a", "theirs");

    assertThat(codeOf(reconcile("x"))).isEqualTo("AlreadyExists");
    assertThat(shelf.things).containsEntry("/a", "theirs");
    assertThat(ledger.owned()).isEmpty();
  }

  @Test
  void what_is_ours_and_differs_is_put_right() throws IOException {
    ledger.own(OURS);
    shelf.things.put("/a", "differs");

    assertThat(reconcile("x"))
        .isInstanceOfSatisfying(
            Outcome.Changed.class, changed -> assertThat(changed.what()).isEqualTo("content"));
  }

  @Test
  void what_was_handled_is_watched() {
    reconcile("x");

    assertThat(shelf.watched).containsExactly(ID);
  }

  @Test
  void what_was_called_off_takes_the_watch_from_nobody() {
    shelf.beforeObserve = path -> attempt.abandon();

    reconcile("x");

    assertThat(shelf.watched).isEmpty();
  }

  @Test
  void nothing_is_made_that_could_not_be_recorded() throws IOException {
    Files.createDirectory(directory.resolve("owned.log"));

    assertThat(codeOf(reconcile("x"))).isEqualTo("LedgerUnavailable");
    assertThat(shelf.things).isEmpty();
  }

  @Test
  void an_abandoned_attempt_makes_nothing() {
    attempt.abandon();

    assertThat(codeOf(reconcile("x"))).isEqualTo("Abandoned");
    assertThat(shelf.things).isEmpty();
    assertThat(ledger.owned()).isEmpty();
  }

  @Test
  void a_bug_in_a_reconciler_is_a_failure_of_its_resource() {
    shelf.beforeObserve =
        path -> {
          throw new IllegalStateException("a bug");
        };

    assertThat(reconcile("x"))
        .isInstanceOfSatisfying(
            Outcome.Unseen.class, u -> assertThat(u.error().code()).isEqualTo("InternalError"));

    shelf.beforeObserve = Shelf.NOTHING;
    shelf.beforeApply =
        path -> {
          throw new LinkageError("a class is missing");
        };
    assertThat(codeOf(reconcile("x"))).isEqualTo("InternalError");
  }

  @Test
  void a_record_that_cannot_be_kept_up_makes_nothing_of_what_is_in_place_wrong()
      throws IOException {
    ledger.own(Ownership.of(THING, new ResourceId("before")));
    shelf.things.put("/a", "1 bytes");
    Files.delete(directory.resolve("owned.log"));
    Files.createDirectory(directory.resolve("owned.log"));

    assertThat(reconcile("x"))
        .isInstanceOfSatisfying(
            Outcome.Unseen.class, u -> assertThat(u.error().code()).isEqualTo("LedgerUnavailable"));
  }

  @Test
  void a_failed_look_says_nothing_about_the_thing_and_a_failed_change_that_it_differs() {
    shelf.beforeObserve =
        path -> {
          throw new ReconcileFailure("Hidden", path);
        };
    assertThat(reconcile("x")).isEqualTo(new Outcome.Unseen(new ResourceError("Hidden", "/a")));

    shelf.beforeObserve = Shelf.NOTHING;
    shelf.beforeApply =
        path -> {
          throw new ReconcileFailure(new ResourceError("Later", path), Optional.of(SOON));
        };
    assertThat(reconcile("x"))
        .isEqualTo(new Outcome.Failed(new ResourceError("Later", "/a"), Optional.of(SOON)));
  }

  @Test
  void what_is_ours_is_deleted_and_forgotten() throws IOException {
    ledger.own(OURS);
    shelf.things.put("/a", "x");

    assertThat(remove()).isEqualTo(new Outcome.Removed());
    assertThat(shelf.things).isEmpty();
    assertThat(ledger.owned()).isEmpty();
  }

  @Test
  void what_is_not_ours_is_never_deleted() {
    shelf.things.put("/a", "theirs");

    assertThat(remove()).isEqualTo(new Outcome.Removed());
    assertThat(shelf.things).containsKey("/a");
  }

  @Test
  void a_deletion_that_fails_leaves_the_thing_ours() throws IOException {
    ledger.own(OURS);
    shelf.afterDelete =
        path -> {
          throw new ReconcileFailure("Stuck", path);
        };

    assertThat(codeOf(remove())).isEqualTo("Stuck");
    assertThat(ledger.owned()).containsExactly(OURS);
  }

  @Test
  void a_deletion_that_was_called_off_meanwhile_takes_nothing_from_the_new_owner()
      throws IOException {
    ledger.own(OURS);
    shelf.afterDelete = path -> attempt.abandon();

    assertThat(codeOf(remove())).isEqualTo("Abandoned");
    assertThat(ledger.owned()).containsExactly(OURS);
  }

  @Test
  void a_kind_without_a_reconciler_is_told() throws IOException {
    Reconcilers none = new Reconcilers(List.of(), ledger);
    ledger.own(OURS);

    assertThat(
            codeOf(
                none.perform(
                    new Work.Reconcile(file("x"), true, RestartCause.none()), attempt, id -> {})))
        .isEqualTo("NotSupported");
    assertThat(codeOf(none.perform(new Work.Remove(OURS), attempt, id -> {})))
        .isEqualTo("NotSupported");
  }

  @Test
  void what_a_reconciler_remembers_comes_back_to_it_and_outlives_the_agent() throws IOException {
    reconcile("x");
    shelf.things.remove("/a");
    reconcilers = new Reconcilers(List.of(shelf), Ledger.open(directory));

    reconcile("x");

    assertThat(Ledger.open(directory).find(THING)).contains(OURS.withMemo("applied applied "));
  }

  @Test
  void what_was_remembered_is_there_when_the_thing_is_to_be_deleted() throws IOException {
    ledger.own(OURS.withMemo("how it was before"));

    remove();

    assertThat(shelf.deleted).containsExactly(OURS.withMemo("how it was before"));
  }

  @Test
  void an_abandoned_attempt_remembers_nothing() throws IOException {
    ledger.own(OURS);
    shelf.things.put("/a", "differs");
    shelf.beforeApply = path -> attempt.abandon();

    reconcile("x");

    assertThat(ledger.owned()).containsExactly(OURS);
  }

  @Test
  void a_runtime_that_is_not_there_is_no_failure_and_what_needs_it_is_watched() {
    shelf.gone = true;

    assertThat(reconcile("x")).isEqualTo(new Outcome.NotAvailable("the shelf is not there"));
    assertThat(shelf.watched).containsExactly(ID);
  }

  @Test
  void it_is_restarted_once_when_what_it_depends_on_changed() {
    reconcile("x", startedWith("config=1"));

    assertThat(reconcile("x", startedWith("config=2")))
        .isInstanceOfSatisfying(
            Outcome.Changed.class,
            changed -> assertThat(changed.what()).isEqualTo("restart: config changed"));
    assertThat(reconcile("x", startedWith("config=2"))).isInstanceOf(Outcome.InPlace.class);
  }

  @Test
  void it_is_not_restarted_while_it_is_not_known_whether_that_changed() {
    reconcile("x", startedWith("config=1"));

    assertThat(reconcile("x", RestartCause.none())).isInstanceOf(Outcome.InPlace.class);
  }

  @Test
  void a_change_while_the_agent_was_away_still_leads_to_a_restart() throws IOException {
    reconcile("x", startedWith("config=1 key=1"));
    reconcilers = new Reconcilers(List.of(shelf), Ledger.open(directory));

    assertThat(reconcile("x", startedWith("config=1 key=2")))
        .isInstanceOfSatisfying(
            Outcome.Changed.class,
            changed -> assertThat(changed.what()).isEqualTo("restart: key changed"));
  }

  @Test
  void what_ran_before_it_had_anything_to_be_restarted_for_goes_on() {
    reconcile("x");

    assertThat(reconcile("x", startedWith("config=1"))).isInstanceOf(Outcome.InPlace.class);
    assertThat(reconcile("x", startedWith("config=2"))).isInstanceOf(Outcome.Changed.class);
  }

  @Test
  void a_step_that_starts_nothing_leaves_the_restart_to_come() {
    reconcile("x", startedWith("config=1"));
    attempt = new Attempt();
    shelf.starts = false;

    assertThat(reconcile("x", startedWith("config=2")).restarted()).isFalse();
    shelf.starts = true;
    attempt = new Attempt();

    assertThat(reconcile("x", startedWith("config=2")).restarted()).isTrue();
    assertThat(reconcile("x", startedWith("config=2"))).isInstanceOf(Outcome.InPlace.class);
  }

  @Test
  void a_restart_that_was_made_is_not_made_again_because_what_followed_failed() {
    reconcile("x", startedWith("config=1"));
    shelf.afterApply =
        path -> {
          throw new ReconcileFailure("Unhealthy", path);
        };

    Outcome outcome = reconcile("x", startedWith("config=2"));

    assertThat(codeOf(outcome)).isEqualTo("Unhealthy");
    assertThat(outcome.restarted()).isTrue();
    shelf.afterApply = Shelf.NOTHING;
    assertThat(reconcile("x", startedWith("config=2"))).isInstanceOf(Outcome.InPlace.class);
  }

  @Test
  void a_reason_to_restart_does_not_make_a_thing_ours_that_never_runs() {
    shelf.runs = false;
    shelf.things.put("/a", "1 bytes");

    assertThat(reconcile("x", startedWith("config=1"))).isInstanceOf(Outcome.InPlace.class);

    assertThat(ledger.owned()).isEmpty();
  }

  @Test
  void a_look_that_comes_too_late_records_nothing() {
    shelf.things.put("/a", "1 bytes");
    shelf.beforeObserve = path -> attempt.abandon();

    reconcile("x", startedWith("config=1"));

    assertThat(ledger.owned()).isEmpty();
  }

  @Test
  void a_thing_that_only_changes_hands_is_recorded_for_its_new_owner() throws IOException {
    ledger.own(Ownership.of(THING, new ResourceId("before")));
    shelf.things.put("/a", "1 bytes");

    reconcile("x");

    assertThat(ledger.owned()).containsExactly(OURS);
  }

  @Test
  void what_carries_our_mark_comes_back_into_a_lost_ledger() throws IOException {
    shelf.marked.add(OURS);

    Outcome outcome = reconcilers.perform(new Work.Survey(), attempt, id -> {});

    assertThat(outcome).isEqualTo(new Outcome.Surveyed(List.of(OURS), true));
    assertThat(ledger.owned()).containsExactly(OURS);
  }

  @Test
  void a_survey_keeps_what_the_ledger_knows_better() throws IOException {
    ledger.own(OURS.withMemo("more"));
    shelf.marked.add(OURS);

    reconcilers.perform(new Work.Survey(), attempt, id -> {});

    assertThat(ledger.owned()).containsExactly(OURS.withMemo("more"));
  }

  @Test
  void a_survey_that_could_not_ask_everybody_says_so() {
    shelf.gone = true;

    assertThat(reconcilers.perform(new Work.Survey(), attempt, id -> {}))
        .isEqualTo(new Outcome.Surveyed(List.of(), false));
  }

  private static RestartCause startedWith(String token) {
    return new RestartCause(Optional.of(token), Optional.empty());
  }

  private Outcome reconcile(String content) {
    return reconcile(content, RestartCause.none());
  }

  private Outcome reconcile(String content, RestartCause restart) {
    return reconcilers.perform(
        new Work.Reconcile(file(content), false, restart), attempt, id -> {});
  }

  private Outcome remove() {
    return reconcilers.perform(new Work.Remove(OURS), attempt, id -> {});
  }

  private static String codeOf(Outcome outcome) {
    return outcome instanceof Outcome.Failed failed ? failed.error().code() : outcome.toString();
  }

  private static ManagedResource file(String content) {
    FileSpec spec =
        new FileSpec(
            "/a", 0644, Optional.empty(), Optional.empty(), FileContent.inline(content), false);
    return new ManagedResource(ID, List.of(), List.of(), spec, content);
  }
}
