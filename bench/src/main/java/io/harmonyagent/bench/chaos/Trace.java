package io.harmonyagent.bench.chaos;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What clients saw of one event.
 *
 * @param atNs when it happened, in their own time
 */
record Trace(long atNs, List<Journal> journals) {

  /** From the event until a client was first told of a commit there. */
  OptionalLong firstCommitMs(Site site) {
    return since(commits(site).mapToLong(Commit::latestNs).filter(ns -> ns > atNs)).min();
  }

  /**
   * The same, but for what the one that accepted commits when it happened still had under way: each
   * opening begins another timeline.
   */
  OptionalLong firstCommitOfAnOpeningMs(String site) {
    Tenancy old = old();
    return since(
            commits()
                .filter(commit -> commit.by().site().equals(site) && !commit.by().equals(old))
                .mapToLong(Commit::latestNs)
                .filter(ns -> ns > atNs))
        .min();
  }

  /**
   * From the event until the last commit that was accepted by whoever accepted them when it
   * happened; negative if there was none after it.
   */
  long lastCommitOfTheOldMs() {
    Tenancy old = old();
    return since(commits().filter(commit -> commit.by().equals(old)).mapToLong(Commit::latestNs))
        .max()
        .orElseThrow();
  }

  private Tenancy old() {
    return commits()
        .filter(commit -> commit.latestNs() <= atNs)
        .max(Comparator.comparingLong(Commit::latestNs))
        .orElseThrow()
        .by();
  }

  /** The longest time in which no client was told of any commit, wherever. */
  long gapMs() {
    long[] times = commits().mapToLong(Commit::latestNs).sorted().toArray();
    long longest = 0;
    for (int i = 1; i < times.length; i++) {
      if (times[i] > atNs) {
        longest = Math.max(longest, times[i] - times[i - 1]);
      }
    }
    return longest / 1_000_000;
  }

  /**
   * Writes after the event that came to nothing, but for one in each session that was open: that
   * one was in flight.
   */
  long failedBeyondThoseInFlight() {
    return journals.stream().mapToLong(this::failedBeyondOneInFlight).sum();
  }

  private long failedBeyondOneInFlight(Journal journal) {
    long failed =
        journal.attempts().stream()
            .filter(attempt -> attempt.endedNs() > atNs && attempt.commit().isEmpty())
            .count();
    return Math.max(0, failed - 1);
  }

  private Stream<Commit> commits(Site site) {
    return commits().filter(commit -> commit.by().site().equals(site.name()));
  }

  private Stream<Commit> commits() {
    return journals.stream()
        .map(Journal::attempts)
        .flatMap(Collection::stream)
        .flatMap(attempt -> attempt.commit().stream());
  }

  private LongStream since(LongStream times) {
    return times.map(ns -> (ns - atNs) / 1_000_000);
  }
}
