package io.harmonyagent.reconcilers.container;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What tags stand for by now. A registry that does not answer can take half an hour to say nothing,
 * and a container must not go without a look for so long: so it is asked beside the looks, and the
 * next look after its answer hears it.
 */
final class MovedTags {
  private static final Logger log = LoggerFactory.getLogger(MovedTags.class);

  /** Asks a registry; nothing if it did not say. */
  @FunctionalInterface
  interface Question {
    Optional<String> ask(String reference);
  }

  private final Question question;
  private final Set<String> asking = ConcurrentHashMap.newKeySet();
  private final Map<String, String> answers = new ConcurrentHashMap<>();

  MovedTags(Question question) {
    this.question = question;
  }

  /** The digest that it was last heard to stand for. Each answer is given once: it grows old. */
  Optional<String> answer(String reference) {
    return Optional.ofNullable(answers.remove(reference));
  }

  /** Asks, unless that is under way already; {@code answered} is told when there is an answer. */
  void ask(String reference, Runnable answered) {
    if (asking.add(reference)) {
      Thread.ofPlatform().daemon().name("moved-tags").start(() -> listen(reference, answered));
    }
  }

  private void listen(String reference, Runnable answered) {
    Optional<String> digest = Optional.empty();
    try {
      digest = question.ask(reference);
    } catch (RuntimeException e) {
      log.error("a defect, met while asking what {} stands for", reference, e);
    } finally {
      digest.ifPresent(found -> answers.put(reference, found));
      asking.remove(reference);
    }
    if (digest.isPresent()) {
      answered.run();
    }
  }
}
