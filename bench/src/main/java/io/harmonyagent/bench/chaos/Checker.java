package io.harmonyagent.bench.chaos;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Finds what must not be: pure, so that it can be shown to find it.
 *
 * <p>It never accuses without proof. A commit happened somewhere between its execution and its
 * acknowledgement, so two tenancies overlap only if no order of their commits within these bounds
 * keeps them apart. Clients that write every few milliseconds make the bounds narrow.
 */
final class Checker {
  private Checker() {}

  static Verdict check(Collection<Attempt> attempts, Set<WriteId> found, Forks forks) {
    List<Commit> commits =
        attempts.stream().map(Attempt::commit).flatMap(Optional::stream).toList();
    List<Loss> losses = losses(commits, found, forks);
    return new Verdict(
        commits.size(), overlaps(commits), losses, phantoms(attempts, found), lag(losses, forks));
  }

  private static List<Overlap> overlaps(List<Commit> commits) {
    Map<Tenancy, Span> spans = new HashMap<>();
    for (Commit commit : commits) {
      spans.merge(commit.by(), Span.of(commit), Span::and);
    }
    List<Overlap> overlaps = new ArrayList<>();
    for (Tenancy older : spans.keySet()) {
      for (Tenancy newer : spans.keySet()) {
        overlap(older, spans.get(older), newer, spans.get(newer)).ifPresent(overlaps::add);
      }
    }
    return overlaps;
  }

  private static Optional<Overlap> overlap(Tenancy older, Span old, Tenancy newer, Span young) {
    if (older.site().equals(newer.site()) || older.timeline() > newer.timeline()) {
      return Optional.empty();
    }
    if (older.timeline() == newer.timeline()) {
      // Two sites on one timeline: no order makes that right. Named once, not both ways round.
      return older.site().compareTo(newer.site()) < 0
          ? Optional.of(new Overlap(older, newer, 0))
          : Optional.empty();
    }
    long byNs = old.lastedToNs() - young.begunByNs();
    return byNs > 0 ? Optional.of(new Overlap(older, newer, byNs)) : Optional.empty();
  }

  private static List<Loss> losses(List<Commit> commits, Set<WriteId> found, Forks forks) {
    Map<WriteId, Commit> byId = commits.stream().collect(Collectors.toMap(Commit::id, c -> c));
    return commits.stream()
        .filter(commit -> !found.contains(commit.id()))
        .map(commit -> new Loss(commit, wasReceived(commit, byId, forks)))
        .toList();
  }

  /**
   * A commit lies between the log position before it and the one before its client's next write in
   * the same tenancy: if even that one is before the fork, it had been received.
   */
  private static boolean wasReceived(Commit commit, Map<WriteId, Commit> byId, Forks forks) {
    Commit next = byId.get(new WriteId(commit.id().client(), commit.id().number() + 1));
    if (next == null || !next.by().equals(commit.by())) {
      return false;
    }
    long fork = forks.endOf(commit.by().timeline()).orElse(Long.MAX_VALUE);
    return next.lsn() <= fork;
  }

  /** The largest span of log, on any one timeline, from its fork to the last write lost there. */
  private static long lag(List<Loss> losses, Forks forks) {
    Map<Long, Long> lastLost = new TreeMap<>();
    for (Loss loss : losses) {
      lastLost.merge(loss.commit().by().timeline(), loss.commit().lsn(), Math::max);
    }
    return lastLost.entrySet().stream()
        .mapToLong(last -> last.getValue() - forks.endOf(last.getKey()).orElse(last.getValue()))
        .max()
        .orElse(0);
  }

  private static List<WriteId> phantoms(Collection<Attempt> attempts, Set<WriteId> found) {
    Set<WriteId> phantoms = new HashSet<>(found);
    attempts.forEach(attempt -> phantoms.remove(attempt.id()));
    return phantoms.stream().sorted().toList();
  }

  /** In which a tenancy surely was: begun by the one time, and not over before the other. */
  private record Span(long begunByNs, long lastedToNs) {
    static Span of(Commit commit) {
      return new Span(commit.latestNs(), commit.earliestNs());
    }

    Span and(Span other) {
      return new Span(Math.min(begunByNs, other.begunByNs), Math.max(lastedToNs, other.lastedToNs));
    }
  }
}
