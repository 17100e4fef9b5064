package io.harmonyagent.core.engine;

import static io.harmonyagent.core.engine.Device.file;
import static io.harmonyagent.core.engine.Device.fileAt;
import static io.harmonyagent.core.engine.Device.owned;
import static io.harmonyagent.core.engine.Device.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.status.Drift;
import io.harmonyagent.core.status.ResourceDetails;
import io.harmonyagent.core.status.ResourceState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class EngineTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration DEADLINE = Device.SETTINGS.deadline();

  private final Device device = new Device();

  @Nested
  class Converging {
    @Test
    void everything_in_a_manifest_is_looked_at_thoroughly() {
      device.accept(file("a"), file("b"));

      assertThat(device.worksOn()).containsExactly("a", "b");
      assertThat(device.workOn("a").thorough()).isTrue();
      assertThat(device.state("a")).isEqualTo("Reconciling");
    }

    @Test
    void what_is_new_in_a_manifest_goes_before_what_stands_already() {
      device.accept(file("a"), file("b"));
      device.inPlace("a");
      device.inPlace("b");

      device.accept(file("a"), file("b"), file("c"));

      assertThat(device.worksOn()).containsExactly("c", "a", "b");
      assertThat(device.workOn("c").thorough()).isTrue();
      assertThat(device.workOn("a").thorough()).isFalse();
    }

    @Test
    void what_was_created_is_ready() {
      device.accept(file("a"));

      device.changed("a", "was missing");

      assertThat(device.status("a").state())
          .isEqualTo(new ResourceState.Ready(new ResourceDetails.FileDetails("/a", "sum", 7)));
      assertThat(device.worksOn()).isEmpty();
    }

    @Test
    void the_first_creation_is_no_drift() {
      device.accept(file("a"));

      device.changed("a", "was missing");

      assertThat(device.status("a").lastDrift()).isEmpty();
    }

    @Test
    void a_change_for_a_new_spec_is_no_drift() {
      device.accept(file("a"));
      device.inPlace("a");
      device.accept(fileAt("a", "/a", "new"));

      device.changed("a", "content");

      assertThat(device.status("a").lastDrift()).isEmpty();
    }

    @Test
    void a_change_to_what_was_ready_is_drift() {
      device.accept(file("a"));
      device.inPlace("a");
      device.pass(false);
      Instant start = device.now().wall();
      device.passes(Duration.ofMillis(41));

      device.changed("a", "mode 0777 instead of 0644");

      assertThat(device.status("a").lastDrift())
          .contains(new Drift(start, "mode 0777 instead of 0644", 41));
    }

    @Test
    void drift_is_a_change_worth_reporting() {
      device.accept(file("a"));
      device.inPlace("a");
      device.pass(false);
      long before = device.engine.changes();

      device.changed("a", "content");

      assertThat(device.engine.changes()).isGreaterThan(before);
    }

    @Test
    void a_look_that_finds_all_in_place_is_no_change() {
      device.accept(file("a"));
      device.inPlace("a");
      long before = device.engine.changes();
      device.pass(true);

      device.inPlace("a");

      assertThat(device.engine.changes()).isEqualTo(before);
    }

    @Test
    void what_is_ready_stays_ready_while_it_is_looked_at_again() {
      device.accept(file("a"));
      device.inPlace("a");

      device.pass(true);

      assertThat(device.state("a")).isEqualTo("Ready");
      assertThat(device.workOn("a").thorough()).isTrue();
    }

    @Test
    void since_stays_while_the_state_stays() {
      device.accept(file("a"));
      device.inPlace("a");
      Instant since = device.status("a").since();
      device.passes(SECOND);
      device.pass(false);

      device.changed("a", "content");

      assertThat(device.status("a").since()).isEqualTo(since);
    }

    @Test
    void an_empty_manifest_is_observed_at_once() {
      device.accept();

      assertThat(device.engine.observedGeneration()).isEqualTo(1);
      assertThat(device.engine.nextDue()).isEmpty();
    }

    @Test
    void nothing_is_due_when_everything_is_ready() {
      device.accept(file("a"));

      device.inPlace("a");

      assertThat(device.engine.nextDue()).isEmpty();
      assertThat(device.engine.isSettled()).isTrue();
    }
  }

  @Nested
  class Dependencies {
    @Test
    void a_resource_waits_for_what_it_depends_on_and_says_so() {
      device.accept(file("c", "a", "b"), file("a"), file("b"));

      assertThat(device.worksOn()).containsExactly("a", "b");
      assertThat(device.status("c").state()).isEqualTo(new ResourceState.Blocked("a, b"));
    }

    @Test
    void it_is_released_when_the_last_of_them_is_ready() {
      device.accept(file("c", "a", "b"), file("a"), file("b"));
      device.inPlace("a");
      assertThat(device.worksOn()).containsExactly("b");

      device.inPlace("b");

      assertThat(device.worksOn()).containsExactly("c");
      assertThat(device.state("c")).isEqualTo("Reconciling");
    }

    @Test
    void it_names_only_what_is_still_missing() {
      device.accept(file("c", "a", "b"), file("a"), file("b"));

      device.inPlace("a");
      device.pass(false);

      assertThat(device.status("c").state()).isEqualTo(new ResourceState.Blocked("b"));
    }

    @Test
    void a_failure_keeps_its_dependents_waiting_and_nobody_else() {
      device.accept(file("a"), file("b", "a"), file("other"));

      device.fails("a");
      device.inPlace("other");

      assertThat(device.state("b")).isEqualTo("Blocked");
      assertThat(device.state("other")).isEqualTo("Ready");
    }

    @Test
    void a_late_success_releases_its_dependents() {
      device.accept(file("a"), file("b", "a"));
      device.fails("a");
      device.untilNextDue();

      device.inPlace("a");

      assertThat(device.worksOn()).containsExactly("b");
    }

    @Test
    void what_is_ready_is_kept_in_place_though_its_dependency_fails() {
      device.accept(file("a"), file("b", "a"));
      device.inPlace("a");
      device.inPlace("b");
      device.pass(false);
      device.fails("a");
      device.inPlace("b");

      device.pass(false);

      assertThat(device.worksOn()).containsExactly("b");
    }

    @Test
    void a_retry_that_finds_its_dependency_gone_waits_without_being_due() {
      device.accept(file("a"), file("b", "a"));
      device.inPlace("a");
      device.fails("b");
      device.pass(false);
      device.fails("a");

      device.passes(Duration.ofMillis(1));
      while (!device.state("b").equals("Blocked")) {
        device.untilNextDue();
        failAgain("a");
      }

      assertThat(device.engine.nextDue())
          .hasValueSatisfying(due -> assertThat(device.now().isBefore(due)).isTrue());
    }

    private void failAgain(String id) {
      if (device.worksOn().contains(id)) {
        device.fails(id);
      }
    }

    @Test
    void a_dependency_of_an_unknown_kind_is_never_ready() {
      device.accept(unknown("a"), file("b", "a"));

      assertThat(device.status("b").state()).isEqualTo(new ResourceState.Blocked("a"));
    }

    @Test
    void a_chain_is_worked_off_in_order() {
      device.accept(file("c", "b"), file("b", "a"), file("a"));

      device.inPlace("a");
      device.inPlace("b");
      device.inPlace("c");

      assertThat(device.engine.statuses().values())
          .allSatisfy(status -> assertThat(status.state().wireName()).isEqualTo("Ready"));
    }
  }

  @Nested
  class Failures {
    @Test
    void a_failure_is_told_with_the_time_of_the_next_try() {
      device.accept(file("a"));

      device.fails("a");

      assertThat(device.failure("a").error().code()).isEqualTo("Broken");
      assertThat(device.failure("a").attempts()).isEqualTo(1);
      assertThat(device.failure("a").retryAfter())
          .isEqualTo(device.engine.nextDue().orElseThrow().wall());
    }

    @Test
    void it_is_tried_again_when_due_and_not_before() {
      device.accept(file("a"));
      device.fails("a");
      Duration wait = device.engine.nextDue().orElseThrow().since(device.now());

      device.passes(wait.minusNanos(1));
      assertThat(device.worksOn()).isEmpty();
      device.passes(Duration.ofNanos(1));

      assertThat(device.worksOn()).containsExactly("a");
    }

    @Test
    void it_stays_failed_while_it_is_tried_again() {
      device.accept(file("a"));
      device.fails("a");

      device.untilNextDue();

      assertThat(device.state("a")).isEqualTo("Failed");
    }

    @Test
    void the_wait_doubles_up_to_its_bound_and_is_never_given_up() {
      device.accept(file("a"));
      for (int failures = 1; failures <= 60; failures++) {
        device.fails("a");

        Duration wait = device.engine.nextDue().orElseThrow().since(device.now());

        long ceiling = Math.min(300, 1L << Math.min(failures - 1, 20));
        assertThat(wait).isBetween(Duration.ofMillis(100), Duration.ofSeconds(ceiling));
        assertThat(device.failure("a").attempts()).isEqualTo(failures);
        device.untilNextDue();
      }
    }

    @Test
    void a_success_ends_the_count() {
      device.accept(file("a"));
      device.fails("a");
      device.untilNextDue();
      device.inPlace("a");
      device.pass(false);

      device.fails("a");

      assertThat(device.failure("a").attempts()).isEqualTo(1);
    }

    @Test
    void a_pass_leaves_alone_what_waits_for_its_retry() {
      device.accept(file("a"), file("b"));
      device.fails("a");
      device.inPlace("b");

      device.pass(true);

      assertThat(device.worksOn()).containsExactly("b");
    }

    @Test
    void a_hint_ends_the_wait() {
      device.accept(file("a"));
      device.fails("a");
      device.untilNextDue();
      device.fails("a");
      device.later(SECOND);

      device.hint("a");
      device.fails("a");

      assertThat(device.failure("a").attempts()).isEqualTo(1);
    }

    @Test
    void a_hint_right_after_a_failure_may_be_its_echo_and_does_not_count() {
      device.accept(file("a"));
      device.fails("a");
      device.later(SECOND.minusNanos(1));

      device.hint("a");

      assertThat(device.worksOn()).isEmpty();
    }

    @Test
    void a_failing_try_that_hints_at_itself_keeps_its_pause() {
      device.accept(file("a"));
      device.hint("a");

      device.fails("a");

      assertThat(device.worksOn()).isEmpty();
      assertThat(device.failure("a").attempts()).isEqualTo(1);
    }

    @Test
    void a_new_spec_ends_the_wait() {
      device.accept(file("a"));
      device.fails("a");

      device.accept(fileAt("a", "/a", "new"));

      assertThat(device.worksOn()).containsExactly("a");
      assertThat(device.state("a")).isEqualTo("Reconciling");
    }

    @Test
    void the_same_spec_in_a_new_manifest_is_tried_at_once() {
      device.accept(file("a"));
      device.fails("a");

      device.accept(file("a"));

      assertThat(device.worksOn()).containsExactly("a");
    }

    @Test
    void a_hint_about_nobody_is_no_news() {
      device.accept(file("a"));
      long before = device.engine.changes();

      device.hint("stranger");

      assertThat(device.worksOn()).containsExactly("a");
      assertThat(device.engine.changes()).isEqualTo(before);
    }
  }

  @Nested
  class Deadlines {
    @Test
    void work_that_outlives_its_deadline_is_abandoned_and_failed() {
      device.accept(file("a"));
      Ticket ticket = device.ticketOf("a");

      device.passes(DEADLINE);

      assertThat(device.abandoned).containsExactly(ticket);
      assertThat(device.failure("a").error().code()).isEqualTo("DeadlineExceeded");
    }

    @Test
    void it_is_tried_again_with_another_ticket() {
      device.accept(file("a"));
      Ticket ticket = device.ticketOf("a");
      device.passes(DEADLINE);

      device.untilNextDue();

      assertThat(device.ticketOf("a")).isNotEqualTo(ticket);
    }

    @Test
    void a_late_result_changes_nothing() {
      device.accept(file("a"));
      Ticket late = device.ticketOf("a");
      device.passes(DEADLINE);
      long before = device.engine.changes();

      device.finish(late, new Outcome.InPlace(new ResourceDetails.FileDetails("/a", "", 0)));

      assertThat(device.state("a")).isEqualTo("Failed");
      assertThat(device.engine.changes()).isEqualTo(before);
    }

    @Test
    void a_late_result_does_not_end_the_newer_try() {
      device.accept(file("a"));
      Ticket late = device.ticketOf("a");
      device.passes(DEADLINE);
      device.untilNextDue();

      device.finish(late, new Outcome.InPlace(new ResourceDetails.FileDetails("/a", "", 0)));

      assertThat(device.state("a")).isEqualTo("Failed");
      assertThat(device.worksOn()).containsExactly("a");
    }

    @Test
    void while_it_hangs_on_nothing_new_is_begun_at_its_thing_and_the_state_says_why() {
      device.hangs = true;
      device.accept(file("a"), file("b"));
      device.passes(DEADLINE);

      for (int hour = 0; hour < 3; hour++) {
        device.passes(Duration.ofHours(1));
        device.pass(true);
        device.hint("a");
      }

      assertThat(device.worksOn()).isEmpty();
      assertThat(device.abandoned).hasSize(2);
      assertThat(device.failure("a").error().message()).contains("still hangs");
      assertThat(device.failure("a").attempts()).isEqualTo(1);
    }

    @Test
    void that_it_still_hangs_is_no_news() {
      device.hangs = true;
      device.accept(file("a"));
      device.passes(DEADLINE);
      device.untilNextDue();
      long before = device.engine.changes();

      device.pass(false);

      assertThat(device.engine.changes()).isEqualTo(before);
    }

    @Test
    void when_it_ends_at_last_it_is_tried_again_at_once() {
      device.hangs = true;
      device.accept(file("a"));
      Ticket hanging = device.ticketOf("a");
      device.passes(DEADLINE);
      device.untilNextDue();

      device.endsAtLast(hanging);

      assertThat(device.worksOn()).containsExactly("a");
      assertThat(device.workOn("a").thorough()).isTrue();
      assertThat(device.state("a")).isEqualTo("Reconciling");
    }

    @Test
    void one_that_ends_when_it_is_told_to_waits_for_its_retry() {
      device.accept(file("a"));

      device.passes(DEADLINE);

      assertThat(device.worksOn()).isEmpty();
      assertThat(device.failure("a").error().message()).contains("gave no result within 30 s");
    }

    @Test
    void a_corrected_spec_waits_for_what_hangs_at_its_own_thing_only() {
      device.hangs = true;
      device.accept(file("a"));
      device.passes(DEADLINE);

      device.accept(fileAt("a", "/a", "other"));
      assertThat(device.failure("a").error().message()).contains("still hangs");
      device.accept(fileAt("a", "/elsewhere", "content"));

      assertThat(device.worksOn()).containsExactly("a");
    }

    @Test
    void one_that_hangs_does_not_hold_up_the_others() {
      device.accept(file("hangs"), file("b"), file("c", "b"));

      device.inPlace("b");
      device.inPlace("c");

      assertThat(device.state("c")).isEqualTo("Ready");
      assertThat(device.state("hangs")).isEqualTo("Reconciling");
    }

    @Test
    void a_deadline_of_an_old_spec_is_no_failure_of_the_new_one() {
      device.accept(file("a"));
      device.accept(fileAt("a", "/a", "new"));

      device.passes(DEADLINE);

      assertThat(device.state("a")).isEqualTo("Reconciling");
      assertThat(device.workOn("a").resource().specHash()).isEqualTo("/anew");
    }

    @Test
    void a_deadline_of_an_old_spec_does_not_make_an_unknown_kind_fail() {
      device.accept(file("a"));
      device.accept(unknown("a"));

      device.passes(DEADLINE);

      assertThat(device.state("a")).isEqualTo("UnknownResource");
      assertThat(device.engine.nextDue()).isEmpty();
    }
  }

  @Nested
  class OneAtATime {
    @Test
    void nothing_is_started_twice() {
      device.accept(file("a"));

      device.pass(true);
      device.hint("a");
      device.accept(file("a"));

      assertThat(device.worksOn()).containsExactly("a");
    }

    @Test
    void a_hint_during_work_is_looked_after_when_it_ends() {
      device.accept(file("a"));
      Ticket first = device.ticketOf("a");
      device.hint("a");

      device.inPlace("a");

      assertThat(device.worksOn()).containsExactly("a");
      assertThat(device.ticketOf("a")).isNotEqualTo(first);
    }

    @Test
    void several_hints_during_work_are_one_more_look() {
      device.accept(file("a"));
      device.hint("a");
      device.hint("a");
      device.hint("a");
      device.inPlace("a");

      device.inPlace("a");

      assertThat(device.worksOn()).isEmpty();
    }

    @Test
    void a_result_for_an_old_spec_is_dropped_and_the_new_one_started() {
      device.accept(file("a"));
      Ticket old = device.ticketOf("a");
      device.accept(fileAt("a", "/a", "new"));
      assertThat(device.worksOn()).containsExactly("a");

      device.finish(old, new Outcome.InPlace(new ResourceDetails.FileDetails("/a", "", 0)));

      assertThat(device.state("a")).isEqualTo("Reconciling");
      assertThat(device.workOn("a").resource().specHash()).isEqualTo("/anew");
      assertThat(device.workOn("a").thorough()).isTrue();
    }

    @Test
    void a_failure_of_an_old_spec_does_not_count() {
      device.accept(file("a"));
      device.accept(fileAt("a", "/a", "new"));

      device.fails("a");

      assertThat(device.state("a")).isEqualTo("Reconciling");
    }

    @Test
    void what_was_being_made_for_a_resource_that_is_gone_is_deleted_once_that_has_ended() {
      device.accept(file("a"));
      Ticket gone = device.ticketOf("a");

      device.accept();
      assertThat(device.calledOff).containsExactly(gone);
      assertThat(device.worksOn()).containsExactly("a");
      assertThat(device.state("a")).isEqualTo("Deleting");
      device.changed("a", "was missing");

      assertThat(device.worksOn()).containsExactly("-/a");
      device.removed("/a");
      assertThat(device.engine.statuses()).isEmpty();
    }

    @Test
    void what_does_not_end_though_it_was_called_off_is_not_waited_for_long() {
      device.accept(file("a"));
      Ticket gone = device.ticketOf("a");
      device.accept();

      device.passes(Duration.ofSeconds(5));

      assertThat(device.abandoned).containsExactly(gone);
      assertThat(device.worksOn()).containsExactly("-/a");
    }

    @Test
    void a_resource_that_comes_back_waits_for_the_end_of_what_was_called_off() {
      device.accept(file("a"));
      Ticket first = device.ticketOf("a");
      device.accept();

      device.accept(file("a"));
      assertThat(device.ticketOf("a")).isEqualTo(first);
      device.changed("a", "was missing");

      assertThat(device.worksOn()).containsExactly("a");
      assertThat(device.workOn("a").thorough()).isTrue();
      assertThat(device.state("a")).isEqualTo("Reconciling");
    }

    @Test
    void another_resource_that_wants_the_same_thing_waits_too_and_nothing_is_deleted() {
      device.accept(fileAt("a", "/x", "content"));

      device.accept(fileAt("b", "/x", "content"));
      assertThat(device.worksOn()).containsExactly("a");
      device.changed("a", "was missing");

      assertThat(device.worksOn()).containsExactly("b");
    }
  }

  @Nested
  class Removing {
    @Test
    void what_is_owned_and_unwanted_is_deleted() {
      device.acceptOwning(List.of(owned("/old", "old")), file("a"));

      assertThat(device.worksOn()).containsExactlyInAnyOrder("-/old", "a");
      assertThat(device.state("old")).isEqualTo("Deleting");
    }

    @Test
    void what_is_gone_is_not_spoken_of_any_longer() {
      device.acceptOwning(List.of(owned("/old", "old")));

      device.removed("/old");

      assertThat(device.engine.statuses()).isEmpty();
      assertThat(device.engine.nextDue()).isEmpty();
    }

    @Test
    void what_is_owned_and_wanted_stays() {
      device.acceptOwning(List.of(owned("/a", "a")), file("a"));

      assertThat(device.worksOn()).containsExactly("a");
    }

    @Test
    void a_thing_that_changes_hands_is_not_deleted() {
      device.acceptOwning(List.of(owned("/x", "before")), fileAt("after", "/x", "content"));

      assertThat(device.worksOn()).containsExactly("after");
    }

    @Test
    void a_resource_that_moves_leaves_nothing_behind() {
      device.acceptOwning(List.of(owned("/old", "a")), fileAt("a", "/new", "content"));

      assertThat(device.worksOn()).containsExactlyInAnyOrder("-/old", "a");
    }

    @Test
    void an_unknown_kind_keeps_what_is_owned_under_its_id() {
      device.acceptOwning(List.of(owned("/a", "a"), owned("/b", "b")), unknown("a"));

      assertThat(device.worksOn()).containsExactly("-/b");
      assertThat(device.state("a")).isEqualTo("UnknownResource");
    }

    @Test
    void an_unknown_kind_calls_off_the_deletion_of_what_is_owned_under_its_id() {
      List<Ownership> ours = List.of(owned("/a", "a"));
      device.acceptOwning(ours);
      Ticket deletion = device.ticketOfRemoval("/a");

      device.acceptOwning(ours, unknown("a"));

      assertThat(device.calledOff).containsExactly(deletion);
      device.removalFails("/a");
      assertThat(device.worksOn()).isEmpty();
    }

    @Test
    void a_deletion_that_fails_is_told_and_tried_again() {
      device.acceptOwning(List.of(owned("/old", "old")));

      device.removalFails("/old");
      assertThat(device.failure("old").error().code()).isEqualTo("Stuck");
      device.untilNextDue();

      assertThat(device.worksOn()).containsExactly("-/old");
    }

    @Test
    void a_deletion_that_hangs_is_abandoned_and_tried_again() {
      device.acceptOwning(List.of(owned("/old", "old")));
      Ticket hanging = device.ticketOfRemoval("/old");

      device.passes(DEADLINE);
      assertThat(device.abandoned).containsExactly(hanging);
      device.untilNextDue();

      assertThat(device.worksOn()).containsExactly("-/old");
    }

    @Test
    void a_deletion_may_take_as_long_as_who_does_it_says() {
      Device slow = new Device((thing, usual) -> usual.multipliedBy(thing.key().length()));
      slow.acceptOwning(List.of(owned("/old", "old")));

      slow.passes(DEADLINE.multipliedBy(4).minusNanos(1));
      assertThat(slow.worksOn()).containsExactly("-/old");
      slow.passes(Duration.ofNanos(1));

      assertThat(slow.abandoned).hasSize(1);
    }

    @Test
    void a_deletion_that_hangs_on_is_not_begun_again_before_it_ends() {
      device.hangs = true;
      device.acceptOwning(List.of(owned("/old", "old")));
      Ticket hanging = device.ticketOfRemoval("/old");
      device.passes(DEADLINE);

      device.passes(Duration.ofHours(1));
      device.acceptOwning(List.of(owned("/old", "old")), file("a"));
      assertThat(device.worksOn()).containsExactly("a");
      assertThat(device.failure("old").error().message()).contains("still hangs");
      device.endsAtLast(hanging);

      assertThat(device.worksOn()).containsExactly("a", "-/old");
    }

    @Test
    void nothing_is_deleted_where_a_try_to_make_it_hangs_on() {
      device.hangs = true;
      device.accept(file("a"));
      Ticket hanging = device.ticketOf("a");
      device.passes(DEADLINE);

      device.acceptOwning(List.of(owned("/a", "a")));
      assertThat(device.worksOn()).isEmpty();
      assertThat(device.failure("a").error().message()).contains("still hangs");
      device.endsAtLast(hanging);

      assertThat(device.worksOn()).containsExactly("-/a");
    }

    @Test
    void a_deletion_is_called_off_when_the_thing_is_wanted_again_and_its_end_awaited() {
      List<Ownership> ours = List.of(owned("/a", "a"));
      device.acceptOwning(ours);
      Ticket deletion = device.ticketOfRemoval("/a");

      device.acceptOwning(ours, file("a"));
      assertThat(device.calledOff).containsExactly(deletion);
      assertThat(device.worksOn()).containsExactly("-/a");
      device.removed("/a");

      assertThat(device.worksOn()).containsExactly("a");
    }

    @Test
    void a_deletion_goes_on_when_another_manifest_comes() {
      List<Ownership> ours = List.of(owned("/old", "old"));
      device.acceptOwning(ours);

      device.acceptOwning(ours, file("a"));

      assertThat(device.worksOn()).containsExactly("-/old", "a");
      assertThat(device.abandoned).isEmpty();
    }

    @Test
    void what_was_being_made_while_the_resource_moved_is_deleted() {
      device.accept(fileAt("a", "/old", "content"));
      device.accept(fileAt("a", "/new", "content"));
      assertThat(device.worksOn()).containsExactly("a", "a");

      device.changed("a", "was missing");

      assertThat(device.worksOn()).containsExactlyInAnyOrder("-/old", "a");
    }

    @Test
    void what_was_being_made_and_is_wanted_by_another_now_is_not_deleted() {
      device.accept(fileAt("a", "/x", "content"));
      device.accept(fileAt("a", "/new", "content"), fileAt("b", "/x", "content"));

      device.changed("a", "was missing");

      assertThat(device.worksOn()).containsExactlyInAnyOrder("b", "a");
    }

    @Test
    void a_resource_that_moved_is_not_done_before_what_it_left_is_gone() {
      device.acceptOwning(List.of(owned("/old", "a")), fileAt("a", "/new", "content"));
      device.inPlace("a");
      assertThat(device.state("a")).isEqualTo("Deleting");

      device.removed("/old");

      assertThat(device.state("a")).isEqualTo("Ready");
    }

    @Test
    void what_cannot_be_deleted_is_not_hidden_by_the_resource_that_moved() {
      device.acceptOwning(List.of(owned("/old", "a")), fileAt("a", "/new", "content"));
      device.inPlace("a");

      device.removalFails("/old");

      assertThat(device.failure("a").error().code()).isEqualTo("Stuck");
    }
  }

  @Nested
  class UnknownKinds {
    @Test
    void an_unknown_kind_is_reported_and_never_worked_on() {
      device.accept(unknown("a"), file("b"));

      device.pass(true);
      device.hint("a");

      assertThat(device.status("a").state()).isEqualTo(new ResourceState.UnknownResource());
      assertThat(device.status("a").kind()).isEqualTo("Quantum");
      assertThat(device.worksOn()).containsExactly("b");
    }
  }

  @Nested
  class ObservedGeneration {
    @Test
    void it_follows_when_every_resource_is_decided_upon() {
      device.accept(file("a"), file("b"));
      device.inPlace("a");
      assertThat(device.engine.observedGeneration()).isZero();

      device.fails("b");

      assertThat(device.engine.manifestGeneration()).isEqualTo(1);
      assertThat(device.engine.observedGeneration()).isEqualTo(1);
    }

    @Test
    void blocked_and_unknown_are_decisions_too() {
      device.accept(unknown("a"), file("b", "a"));

      assertThat(device.engine.observedGeneration()).isEqualTo(1);
    }

    @Test
    void a_deadline_is_a_decision() {
      device.accept(file("hangs"));

      device.passes(DEADLINE);

      assertThat(device.engine.observedGeneration()).isEqualTo(1);
    }

    @Test
    void an_unchanged_resource_has_to_be_seen_again() {
      device.accept(file("a"));
      device.inPlace("a");

      device.accept(file("a"));
      assertThat(device.engine.observedGeneration()).isEqualTo(1);
      device.inPlace("a");

      assertThat(device.engine.observedGeneration()).isEqualTo(2);
    }

    @Test
    void a_result_from_before_the_spec_changed_is_no_decision() {
      device.accept(file("a"));
      device.accept(fileAt("a", "/a", "new"));

      device.inPlace("a");
      assertThat(device.engine.observedGeneration()).isZero();
      device.inPlace("a");

      assertThat(device.engine.observedGeneration()).isEqualTo(2);
    }

    @Test
    void it_is_a_change_worth_reporting() {
      device.accept(file("a"));
      device.inPlace("a");
      device.accept(file("a"));
      long before = device.engine.changes();

      device.inPlace("a");

      assertThat(device.engine.changes()).isGreaterThan(before);
    }
  }

  @Test
  void statuses_are_those_of_the_manifest_in_force() {
    device.accept(file("a"), file("b"));
    device.inPlace("a");

    device.accept(file("b"));

    assertThat(device.engine.statuses()).containsOnlyKeys(new ResourceId("b"));
  }
}
