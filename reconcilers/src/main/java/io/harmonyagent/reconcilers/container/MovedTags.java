package io.harmonyagent.reconcilers.container;

import io.harmonyagent.core.manifest.ResourceId;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What tags stand for by now. A registry that does not answer can take half an hour to say nothing,
 * and a container must not go without a look for so long: so it is asked beside the looks, by a
 * thread for each registry, and the next look after its answer hears it.
 */
final class MovedTags {
  private static final Logger log = LoggerFactory.getLogger(MovedTags.class);

  /** Asks a registry; nothing if it did not say. */
  @FunctionalInterface
  interface Question {
    Optional<String> ask(String reference);
  }

  /** Who wants to know it: an answer is given once, and two may follow the same tag. */
  private record Wish(ResourceId whose, String reference) {}

  private record Asked(Wish wish, Runnable answered) {}

  private final Question question;
  private final Set<Wish> asking = new HashSet<>();
  private final Map<Wish, String> answers = new HashMap<>();

  /** By registry, while there is a thread that asks it. */
  private final Map<String, Queue<Asked>> queues = new HashMap<>();

  MovedTags(Question question) {
    this.question = question;
  }

  /** The digest that it was last heard to stand for. Each answer is given once: it grows old. */
  synchronized Optional<String> answer(ResourceId whose, String reference) {
    return Optional.ofNullable(answers.remove(new Wish(whose, reference)));
  }

  /** Asks, unless that is under way already; {@code answered} is told when there is an answer. */
  synchronized void ask(ResourceId whose, String reference, Runnable answered) {
    Wish wish = new Wish(whose, reference);
    if (!asking.add(wish)) {
      return;
    }
    String registry = Images.registryOf(reference);
    boolean nobodyAsks = !queues.containsKey(registry);
    queues.computeIfAbsent(registry, _ -> new ArrayDeque<>()).add(new Asked(wish, answered));
    if (nobodyAsks) {
      Thread.ofPlatform().daemon().name("moved-tags").start(() -> askAll(registry));
    }
  }

  private void askAll(String registry) {
    for (Optional<Asked> next = next(registry); next.isPresent(); next = next(registry)) {
      Optional<String> digest = askFor(next.get().wish());
      if (digest.isPresent()) {
        next.get().answered().run();
      }
    }
  }

  private Optional<String> askFor(Wish wish) {
    Optional<String> digest = Optional.empty();
    try {
      digest = question.ask(wish.reference());
    } catch (RuntimeException e) {
      log.error("a defect, met while asking what {} stands for", wish.reference(), e);
    }
    keep(wish, digest);
    return digest;
  }

  private synchronized Optional<Asked> next(String registry) {
    Optional<Asked> next = Optional.ofNullable(queues.get(registry)).map(Queue::poll);
    if (next.isEmpty()) {
      queues.remove(registry);
    }
    return next;
  }

  private synchronized void keep(Wish wish, Optional<String> digest) {
    digest.ifPresent(found -> answers.put(wish, found));
    asking.remove(wish);
  }
}
