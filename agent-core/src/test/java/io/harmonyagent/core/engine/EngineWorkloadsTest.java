package io.harmonyagent.core.engine;

import static io.harmonyagent.core.engine.Device.file;
import static io.harmonyagent.core.engine.Device.fileAt;
import static io.harmonyagent.core.engine.Device.owned;
import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.ManagedResource;
import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.Drift;
import io.harmonyagent.core.status.ResourceError;
import io.harmonyagent.core.status.ResourceState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * What the engine makes of things that run: they need time, a runtime, and now and then a restart.
 */
class EngineWorkloadsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Device device = new Device();

  @Nested
  class OnTheWay {
    @Test
    void what_needs_time_says_what_it_waits_for_and_is_looked_at_again() {
      device.accept(file("a"));

      device.underway("a", "becomes healthy", SECOND);

      assertThat(device.status("a").state())
          .isEqualTo(new ResourceState.Reconciling("becomes healthy"));
      assertThat(device.worksOn()).isEmpty();
      device.passes(SECOND);
      assertThat(device.worksOn()).containsExactly("a");
    }

    @Test
    void it_does_not_count_as_a_failure() {
      device.accept(file("a"));
      device.fails("a");
      device.untilNextDue();
      device.underway("a", "starts", SECOND);
      device.passes(SECOND);

      device.fails("a");

      assertThat(device.failure("a").attempts()).isEqualTo(1);
    }

    @Test
    void a_hint_while_it_was_looked_at_leads_to_another_look() {
      device.accept(file("a"));
      device.hint("a");

      device.underway("a", "starts", SECOND);

      assertThat(device.worksOn()).containsExactly("a");
    }

    @Test
    void what_depends_on_it_goes_on_waiting() {
      device.accept(file("a"), file("b", "a"));

      device.underway("a", "starts", SECOND);

      assertThat(device.state("b")).isEqualTo("Blocked");
    }

    @Test
    void the_generation_is_not_observed_before_it_is_decided() {
      device.accept(file("a"));

      device.underway("a", "starts", SECOND);

      assertThat(device.engine.observedGeneration()).isZero();
    }

    @Test
    void a_repair_that_needs_time_is_reported_from_its_beginning_to_its_end() {
      device.accept(file("a"));
      device.inPlace("a");
      device.hint("a");
      Instant began = device.now().wall();
      device.underway("a", "was stopped", SECOND);
      device.passes(SECOND);

      device.inPlace("a");

      assertThat(device.status("a").lastDrift()).contains(new Drift(began, "was stopped", 1_000));
    }

    @Test
    void a_repair_that_fails_at_first_is_reported_too() {
      device.accept(file("a"));
      device.inPlace("a");
      device.hint("a");
      device.fails("a");
      device.untilNextDue();

      device.changed("a", "was missing");

      assertThat(device.status("a").lastDrift().map(Drift::what)).contains("a is broken");
    }

    @Test
    void that_it_could_not_be_looked_at_for_a_while_is_no_drift() {
      device.accept(file("a"));
      device.inPlace("a");
      device.pass(false);
      device.cannotBeSeen("a");
      device.untilNextDue();

      device.inPlace("a");

      assertThat(device.status("a").lastDrift()).isEmpty();
    }

    @Test
    void what_drifted_while_it_could_not_be_looked_at_is_reported() {
      device.accept(file("a"));
      device.inPlace("a");
      device.pass(false);
      device.cannotBeSeen("a");
      device.untilNextDue();

      device.changed("a", "content");

      assertThat(device.status("a").lastDrift().map(Drift::what)).contains("content");
    }

    @Test
    void work_for_a_spec_that_was_corrected_is_called_off_and_followed_at_once() {
      device.accept(fileAt("a", "/a", "wrong"));
      Ticket hangs = device.ticketOf("a");

      device.accept(fileAt("a", "/a", "right"));
      assertThat(device.calledOff).containsExactly(hangs);
      assertThat(device.ticketOf("a")).isEqualTo(hangs);
      device.fails("a");

      assertThat(device.workOn("a").resource()).isEqualTo(fileAt("a", "/a", "right"));
      assertThat(device.state("a")).isEqualTo("Reconciling");
    }

    @Test
    void work_that_was_called_off_and_does_not_end_is_not_waited_for_long() {
      device.accept(fileAt("a", "/a", "wrong"));
      Ticket hangs = device.ticketOf("a");
      device.accept(fileAt("a", "/a", "right"));

      device.passes(Duration.ofSeconds(5));

      assertThat(device.abandoned).containsExactly(hangs);
      assertThat(device.workOn("a").resource()).isEqualTo(fileAt("a", "/a", "right"));
    }

    @Test
    void the_end_of_work_that_was_called_off_says_nothing_of_a_spec_that_came_back() {
      device.accept(fileAt("a", "/a", "one"));
      device.accept(fileAt("a", "/a", "two"));
      device.accept(fileAt("a", "/a", "one"));
      assertThat(device.calledOff).hasSize(1);

      device.fails("a");

      assertThat(device.worksOn()).containsExactly("a");
      assertThat(device.state("a")).isEqualTo("Reconciling");
    }

    @Test
    void work_for_a_spec_that_stays_goes_on_under_a_new_manifest() {
      device.accept(file("a"));
      device.accept(file("a"), file("b"));

      assertThat(device.calledOff).isEmpty();
    }

    @Test
    void a_new_spec_makes_an_unfinished_repair_no_drift() {
      device.accept(file("a"));
      device.inPlace("a");
      device.hint("a");
      device.underway("a", "was stopped", SECOND);
      device.accept(fileAt("a", "/a", "new"));

      device.changed("a", "content");

      assertThat(device.status("a").lastDrift()).isEmpty();
    }
  }

  @Nested
  class WithoutRuntime {
    @Test
    void it_waits_and_says_for_what() {
      device.accept(file("a"));

      device.notAvailable("a", "container runtime not available (no socket)");

      assertThat(device.status("a").state())
          .isEqualTo(new ResourceState.Blocked("container runtime not available (no socket)"));
    }

    @Test
    void it_is_looked_for_by_itself_and_without_a_word_about_it() {
      device.accept(file("a"));
      device.notAvailable("a", "no runtime");
      long before = device.engine.changes();

      device.untilNextDue();
      device.notAvailable("a", "no runtime");

      assertThat(device.state("a")).isEqualTo("Blocked");
      assertThat(device.engine.changes()).isEqualTo(before);
    }

    @Test
    void a_hint_that_it_is_back_starts_the_work_at_once() {
      device.accept(file("a"));
      device.notAvailable("a", "no runtime");

      device.hint("a");

      assertThat(device.worksOn()).containsExactly("a");
    }

    @Test
    void what_was_ready_is_no_longer_called_so() {
      device.accept(file("a"));
      device.inPlace("a");
      device.pass(false);

      device.notAvailable("a", "no runtime");

      assertThat(device.state("a")).isEqualTo("Blocked");
    }

    @Test
    void that_it_is_back_is_no_drift() {
      device.accept(file("a"));
      device.inPlace("a");
      device.pass(false);
      device.notAvailable("a", "no runtime");
      device.untilNextDue();

      device.inPlace("a");

      assertThat(device.status("a").lastDrift()).isEmpty();
    }

    @Test
    void a_dependency_that_becomes_ready_does_not_hurry_it() {
      device.accept(file("a"), file("b"));
      device.notAvailable("b", "no runtime");

      device.inPlace("a");

      assertThat(device.worksOn()).isEmpty();
    }

    @Test
    void a_deletion_that_needs_it_fails_and_is_tried_again() {
      device.acceptOwning(List.of(owned("/old", "old")));

      device.finish(device.ticketOfRemoval("/old"), new Outcome.NotAvailable("no runtime"));

      assertThat(device.failure("old").error())
          .isEqualTo(new ResourceError("NotAvailable", "no runtime"));
      device.untilNextDue();
      assertThat(device.worksOn()).containsExactly("-/old");
    }
  }

  @Nested
  class Failing {
    @Test
    void a_reconciler_that_knows_better_says_when_to_try_again() {
      device.accept(file("a"));

      device.finish(
          device.ticketOf("a"),
          new Outcome.Failed(
              new ResourceError("CrashLoop", "died 5 times"), Optional.of(Duration.ofMinutes(2))));

      assertThat(device.failure("a").retryAfter())
          .isEqualTo(device.now().wall().plus(Duration.ofMinutes(2)));
    }
  }

  @Nested
  class Refusing {
    @Test
    void an_event_right_after_a_refusal_is_no_echo_since_nothing_was_done() {
      device.accept(file("a"));
      rolledBack();

      device.hint("a");

      assertThat(device.worksOn()).containsExactly("a");
    }

    @Test
    void a_pass_looks_whether_it_still_holds_and_trusts_nothing_when_thorough() {
      device.accept(file("a"));
      rolledBack();

      device.pass(true);

      assertThat(device.workOn("a").thorough()).isTrue();
      device.changed("a", "was stopped");
      assertThat(device.state("a")).isEqualTo("Ready");
    }

    @Test
    void that_it_still_holds_is_no_further_failure_and_no_news() {
      device.accept(file("a"));
      rolledBack();
      ResourceState.Failed before = device.failure("a");
      long changes = device.engine.changes();
      device.passes(SECOND);
      device.pass(false);

      rolledBack();

      assertThat(device.failure("a")).isEqualTo(before);
      assertThat(device.engine.changes()).isEqualTo(changes);
    }

    @Test
    void once_its_time_is_over_it_counts_again() {
      device.accept(file("a"));
      rolledBack();
      device.untilNextDue();

      rolledBack();

      assertThat(device.failure("a").attempts()).isEqualTo(2);
      assertThat(device.failure("a").retryAfter())
          .isEqualTo(device.now().wall().plus(Duration.ofMinutes(5)));
    }

    @Test
    void an_event_while_it_was_being_refused_leads_to_another_look() {
      device.accept(file("a"));
      device.hint("a");

      rolledBack();

      assertThat(device.worksOn()).containsExactly("a");
    }

    private void rolledBack() {
      device.finish(
          device.ticketOf("a"),
          new Outcome.Failed(
              new ResourceError("RolledBack", "the old one is back"),
              Optional.of(Duration.ofMinutes(5))));
    }
  }

  @Nested
  class Restarting {
    @Test
    void it_is_told_in_what_form_its_cause_is_in_place() {
      device.accept(file("config"), restartedOn("config", file("web")));
      assertThat(device.workOn("web").restart()).isEqualTo(token(Optional.empty()));
      device.inPlace("web");

      device.inPlace("config");

      assertThat(device.workOn("web").restart())
          .isEqualTo(token(Optional.of("config=/configcontent")));
    }

    @Test
    void a_changed_cause_is_not_told_before_it_is_in_place() {
      device.accept(file("config"), restartedOn("config", file("web")));
      device.inPlace("config");
      device.inPlace("web");
      device.inPlace("web");

      device.accept(fileAt("config", "/config", "new"), restartedOn("config", file("web")));

      assertThat(device.workOn("web").restart()).isEqualTo(token(Optional.empty()));
      device.inPlace("web");
      device.changed("config", "content");
      assertThat(device.workOn("web").restart()).isEqualTo(token(Optional.of("config=/confignew")));
    }

    @Test
    void a_repaired_cause_asks_for_one_restart() {
      device.accept(file("config"), restartedOn("config", file("web")));
      device.inPlace("config");
      device.inPlace("web");
      device.inPlace("web");
      device.hint("config");

      device.changed("config", "content");

      assertThat(device.workOn("web").restart().repaired()).contains("config");
      device.restarted("web");
      device.hint("web");
      assertThat(device.workOn("web").restart().repaired()).isEmpty();
    }

    @Test
    void it_is_still_wished_for_while_it_is_only_waited_for_something_else() {
      configIsRepairedBeneathWeb();
      device.underway("web", "its stop", SECOND);

      device.untilNextDue();

      assertThat(device.workOn("web").restart().repaired()).contains("config");
    }

    @Test
    void a_change_that_was_no_restart_leaves_it_wished_for() {
      configIsRepairedBeneathWeb();
      device.changed("web", "was paused");

      device.hint("web");

      assertThat(device.workOn("web").restart().repaired()).contains("config");
    }

    @Test
    void a_restart_that_began_before_the_repair_does_not_count() {
      device.accept(file("config"), restartedOn("config", file("web")));
      device.inPlace("config");
      device.inPlace("web");
      device.inPlace("web");
      device.hint("config");
      device.hint("web");
      device.changed("config", "content");

      device.restarted("web");

      assertThat(device.workOn("web").restart().repaired()).contains("config");
    }

    @Test
    void a_restart_that_was_made_is_not_wished_for_again_though_what_followed_failed() {
      configIsRepairedBeneathWeb();
      ResourceError unhealthy = new ResourceError("Unhealthy", "web");
      device.finish(
          device.ticketOf("web"), new Outcome.Failed(unhealthy, Optional.of(SECOND), true));

      device.untilNextDue();

      assertThat(device.workOn("web").restart().repaired()).isEmpty();
    }

    @Test
    void one_that_waits_in_vain_is_looked_at_when_its_cause_changed() {
      device.accept(file("config"), restartedOn("config", file("web")));
      device.inPlace("config");
      device.inPlace("web");
      device.finish(
          device.ticketOf("web"),
          new Outcome.Failed(
              new ResourceError("CrashLoop", "web"), Optional.of(Duration.ofMinutes(5))));

      device.hint("config");
      device.changed("config", "content");

      assertThat(device.workOn("web").restart().repaired()).contains("config");
    }

    @Test
    void a_cause_that_could_not_be_looked_at_for_a_while_restarts_nothing() {
      device.accept(file("config"), restartedOn("config", file("web")));
      device.inPlace("config");
      device.inPlace("web");
      device.inPlace("web");
      device.hint("config");
      device.cannotBeSeen("config");
      device.untilNextDue();

      device.inPlace("config");

      assertThat(device.workOn("web").restart().repaired()).isEmpty();
    }

    private void configIsRepairedBeneathWeb() {
      device.accept(file("config"), restartedOn("config", file("web")));
      device.inPlace("config");
      device.inPlace("web");
      device.inPlace("web");
      device.hint("config");
      device.changed("config", "content");
    }

    @Test
    void a_restart_that_failed_is_asked_for_again() {
      device.accept(file("config"), restartedOn("config", file("web")));
      device.inPlace("config");
      device.inPlace("web");
      device.inPlace("web");
      device.hint("config");
      device.changed("config", "content");
      device.fails("web");

      device.untilNextDue();

      assertThat(device.workOn("web").restart().repaired()).contains("config");
    }

    @Test
    void a_look_that_finds_the_cause_in_place_starts_nothing() {
      device.accept(file("config"), restartedOn("config", file("web")));
      device.inPlace("config");
      device.inPlace("web");
      device.inPlace("web");
      device.hint("config");

      device.inPlace("config");

      assertThat(device.worksOn()).isEmpty();
    }

    private static RestartCause token(Optional<String> token) {
      return new RestartCause(token, Optional.empty());
    }

    private static ManagedResource restartedOn(String cause, ManagedResource resource) {
      return new ManagedResource(
          resource.id(),
          resource.dependsOn(),
          List.of(new ResourceId(cause)),
          resource.spec(),
          resource.specHash());
    }
  }

  @Nested
  class DeletingInOrder {
    @Test
    void what_depended_on_another_is_deleted_first() {
      device.acceptOwning(List.of(owned("/config", "config"), madeAfter("/web", "web", "config")));

      assertThat(device.worksOn()).containsExactly("-/web");
      device.removed("/web");
      assertThat(device.worksOn()).containsExactly("-/config");
    }

    @Test
    void it_waits_also_while_that_deletion_fails() {
      device.acceptOwning(List.of(owned("/config", "config"), madeAfter("/web", "web", "config")));

      device.removalFails("/web");

      assertThat(device.worksOn()).isEmpty();
      assertThat(device.state("config")).isEqualTo("Deleting");
      device.untilNextDue();
      assertThat(device.worksOn()).containsExactly("-/web");
    }

    @Test
    void a_circle_made_over_two_generations_is_deleted_all_the_same() {
      device.acceptOwning(List.of(madeAfter("/a", "a", "b"), madeAfter("/b", "b", "a")));

      assertThat(device.worksOn()).containsExactlyInAnyOrder("-/a", "-/b");
    }

    private static Ownership madeAfter(String path, String id, String dependency) {
      Ownership made = owned(path, id);
      return new Ownership(
          made.thing(), made.madeFor(), List.of(new ResourceId(dependency)), "", "");
    }
  }

  @Nested
  class Surveying {
    @Test
    void what_the_device_says_is_ours_and_nobody_wants_is_deleted() {
      device.holdsSurveys = true;
      device.accept(file("a"));
      device.inPlace("a");
      device.passes(Surveys.AFTER_A_MANIFEST);

      device.surveyFinds(owned("/a", "a"), owned("/stray", "old"));

      assertThat(device.worksOn()).containsExactly("-/stray");
    }

    @Test
    void there_is_one_shortly_after_every_manifest_and_with_every_thorough_pass() {
      device.holdsSurveys = true;
      device.accept(file("a"));
      assertThat(device.surveys).isEmpty();
      device.passes(Surveys.AFTER_A_MANIFEST);
      assertThat(device.surveys).hasSize(1);
      device.surveyFinds();

      device.pass(false);
      assertThat(device.surveys).isEmpty();
      device.pass(true);
      assertThat(device.surveys).hasSize(1);
    }

    @Test
    void one_that_could_not_ask_everybody_is_repeated_with_the_next_pass() {
      device.holdsSurveys = true;
      device.accept(file("a"));
      device.passes(Surveys.AFTER_A_MANIFEST);
      device.finish(device.surveys.removeFirst(), new Outcome.Surveyed(List.of(), false));

      device.pass(false);

      assertThat(device.surveys).hasSize(1);
    }

    @Test
    void one_that_hangs_is_given_up_and_repeated() {
      device.holdsSurveys = true;
      device.accept(file("a"));
      device.inPlace("a");
      device.passes(Surveys.AFTER_A_MANIFEST);

      device.passes(Device.SETTINGS.deadline());

      assertThat(device.abandoned).hasSize(1);
      device.pass(false);
      assertThat(device.surveys).hasSize(1);
    }
  }
}
