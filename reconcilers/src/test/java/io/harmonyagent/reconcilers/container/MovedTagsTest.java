package io.harmonyagent.reconcilers.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.harmonyagent.core.manifest.ResourceId;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MovedTagsTest {
  private static final ResourceId ID = new ResourceId("web");
  private static final String WEB = "r.local/web:1";

  private final AtomicInteger questions = new AtomicInteger();
  private final SynchronousQueue<Optional<String>> registry = new SynchronousQueue<>();
  private final MovedTags tags = new MovedTags(this::answer);

  @Test
  void nobody_waits_for_a_registry_and_its_answer_is_told_once() throws Exception {
    CountDownLatch told = new CountDownLatch(1);

    tags.ask(ID, WEB, told::countDown);
    assertThat(tags.answer(ID, WEB)).isEmpty();
    registry.put(Optional.of("sha256:2"));

    assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(tags.answer(ID, WEB)).contains("sha256:2");
    assertThat(tags.answer(ID, WEB)).isEmpty();
  }

  @Test
  void a_registry_that_was_asked_and_has_not_answered_is_not_asked_again() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    tags.ask(ID, WEB, told::countDown);
    tags.ask(ID, WEB, told::countDown);

    registry.put(Optional.of("sha256:2"));

    assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(questions).hasValue(1);
  }

  @Test
  void two_that_follow_the_same_tag_are_both_told() throws Exception {
    ResourceId other = new ResourceId("other");
    CountDownLatch told = new CountDownLatch(2);
    tags.ask(ID, WEB, told::countDown);
    tags.ask(other, WEB, told::countDown);

    registry.put(Optional.of("sha256:2"));
    registry.put(Optional.of("sha256:2"));

    assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(tags.answer(ID, WEB)).contains("sha256:2");
    assertThat(tags.answer(other, WEB)).contains("sha256:2");
  }

  private Optional<String> answer(String reference) {
    questions.incrementAndGet();
    try {
      return registry.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
