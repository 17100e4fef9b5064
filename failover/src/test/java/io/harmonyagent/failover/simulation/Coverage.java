package io.harmonyagent.failover.simulation;

import io.harmonyagent.failover.core.Action;
import io.harmonyagent.failover.core.CasOutcome;
import io.harmonyagent.failover.core.Claim;
import io.harmonyagent.failover.core.Decision;
import io.harmonyagent.failover.core.FenceCause;
import io.harmonyagent.failover.core.FenceEvidence;
import io.harmonyagent.failover.core.Pending;
import io.harmonyagent.failover.core.Purpose;
import io.harmonyagent.failover.core.Reason;
import io.harmonyagent.failover.core.Role;
import io.harmonyagent.failover.core.State;
import io.harmonyagent.failover.core.Transition;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** How often each transition, outcome, reason and fault was exercised. */
final class Coverage {
  /** A count that can be raised. */
  private static final class Count {
    long value;
  }

  /** What a right core cannot reach, or not once in many runs: a test of its own holds each. */
  private static final Set<String> UNREACHABLE =
      Set.of(
          "reason " + Reason.Kind.NO_CAUSE,
          "reason " + Reason.Kind.NOTHING_LOST,
          "reason " + Reason.Kind.NOTHING_TO_SETTLE,
          "reason " + Reason.Kind.NO_CONFIG,
          "reason " + Reason.Kind.IN_SAFE,
          "answer " + Covered.CAS_LOST + " of " + Purpose.CREATE,
          "move FENCED to FENCING",
          "move STANDBY to FENCING",
          "move RELEASED to FENCING",
          "move SAFE to FENCING");

  private static final Set<Covered> ANSWERS =
      EnumSet.of(
          Covered.CAS_ACKED,
          Covered.CAS_ACKED_TOO_LATE,
          Covered.CAS_LOST,
          Covered.CAS_IN_FLIGHT,
          Covered.CAS_UNKNOWN);

  private final Map<Covered, Count> covered = counts(Covered.class);
  private final Map<FaultKind, Count> faults = counts(FaultKind.class);
  private final Map<Reason.Kind, Count> reasons = counts(Reason.Kind.class);
  private final Map<FenceCause, Count> fences = counts(FenceCause.class);
  private final Map<Transition, Count> granted = counts(Transition.class);
  private final Map<Role, Map<Role, Count>> moves = new EnumMap<>(Role.class);
  private final Map<String, Long> answers = new TreeMap<>();
  private double slowestRecovery;
  private long asyncLossBytes;
  private long storeLossBytes;

  Coverage() {
    for (Role role : Role.values()) {
      moves.put(role, counts(Role.class));
    }
  }

  private static <K extends Enum<K>> Map<K, Count> counts(Class<K> keys) {
    Map<K, Count> counts = new EnumMap<>(keys);
    for (K key : keys.getEnumConstants()) {
      counts.put(key, new Count());
    }
    return counts;
  }

  private static <K> void raise(Map<K, Count> counts, K key, long by) {
    Count count = counts.get(key);
    if (count != null) {
      count.value += by;
    }
  }

  void count(Covered what) {
    raise(covered, what, 1);
  }

  void fault(FaultKind kind) {
    raise(faults, kind, 1);
  }

  void moved(Role from, Role to) {
    Map<Role, Count> fromHere = moves.get(from);
    if (fromHere != null) {
      raise(fromHere, to, 1);
    }
  }

  void lost(boolean byTheStore, long bytes) {
    if (byTheStore) {
      storeLossBytes += bytes;
    } else {
      asyncLossBytes += bytes;
    }
  }

  void answered(State state, long nowMs, Claim claim, CasOutcome outcome, boolean again) {
    if (again) {
      count(Covered.CAS_ANSWERED_TWICE);
    }
    if (state.pending().isEmpty() || !state.pending().get().lease().claim().equals(claim)) {
      count(Covered.CAS_ANSWERED_AFTER_ITS_DELIVERY);
      return;
    }
    Pending pending = state.pending().get();
    boolean late = pending.unknown() || nowMs - pending.sentMs() >= pending.withinMs();
    Covered kind =
        switch (outcome) {
          case CasOutcome.Acked acked -> late ? Covered.CAS_ACKED_TOO_LATE : Covered.CAS_ACKED;
          case CasOutcome.Lost lost -> Covered.CAS_LOST;
          case CasOutcome.InFlight inFlight -> Covered.CAS_IN_FLIGHT;
          case CasOutcome.Unknown unknown -> Covered.CAS_UNKNOWN;
        };
    count(kind);
    answers.merge(kind + " of " + pending.purpose(), 1L, Long::sum);
  }

  void noted(Action.Note note) {
    switch (note.decision()) {
      case Decision.Granted grant -> raise(granted, grant.transition(), 1);
      case Decision.Refused refusal ->
          refusal.reasons().forEach(reason -> raise(reasons, reason.kind(), 1));
    }
    if (note.evidence() instanceof FenceEvidence fence) {
      raise(fences, fence.cause(), 1);
    }
  }

  void add(Coverage other) {
    other.covered.forEach((key, count) -> raise(covered, key, count.value));
    other.faults.forEach((key, count) -> raise(faults, key, count.value));
    other.reasons.forEach((key, count) -> raise(reasons, key, count.value));
    other.fences.forEach((key, count) -> raise(fences, key, count.value));
    other.granted.forEach((key, count) -> raise(granted, key, count.value));
    for (Role from : Role.values()) {
      Map<Role, Count> mine = moves.get(from);
      Map<Role, Count> theirs = other.moves.get(from);
      if (mine != null && theirs != null) {
        theirs.forEach((to, count) -> raise(mine, to, count.value));
      }
    }
    other.answers.forEach((key, count) -> answers.merge(key, count, Long::sum));
    slowestRecovery = Math.max(slowestRecovery, other.slowestRecovery);
    asyncLossBytes += other.asyncLossBytes;
    storeLossBytes += other.storeLossBytes;
  }

  long faultsInjected() {
    return faults.values().stream().mapToLong(count -> count.value).sum();
  }

  /** Every counter by name; a RENEW is granted by the server, never by a note. */
  Map<String, Long> table() {
    Map<String, Long> table = new TreeMap<>();
    covered.forEach((key, count) -> table.put("outcome " + key, count.value));
    faults.forEach((key, count) -> table.put("fault " + key, count.value));
    reasons.forEach((key, count) -> table.put("reason " + key, count.value));
    fences.forEach((key, count) -> table.put("fence " + key, count.value));
    granted.forEach((key, count) -> table.put("granted " + key, count.value));
    table.remove("granted " + Transition.RENEW);
    table.remove("granted " + Transition.RELEASE);
    for (Role from : Role.values()) {
      Map<Role, Count> to = moves.get(from);
      if (to != null) {
        from.successors()
            .forEach(
                next -> {
                  Count count = to.get(next);
                  table.put("move " + from + " to " + next, count == null ? 0 : count.value);
                });
      }
    }
    for (Purpose purpose : Purpose.values()) {
      for (Covered kind : ANSWERS) {
        String name = kind + " of " + purpose;
        table.put("answer " + name, answers.getOrDefault(name, 0L));
      }
    }
    UNREACHABLE.forEach(table::remove);
    return table;
  }

  List<String> missing() {
    List<String> missing = new ArrayList<>();
    table()
        .forEach(
            (name, count) -> {
              if (count == 0) {
                missing.add(name);
              }
            });
    return missing;
  }

  void recovered(long us, long boundUs) {
    slowestRecovery = Math.max(slowestRecovery, (double) us / boundUs);
  }

  String recoveries() {
    return "slowest recovery after the last fault: %.0f %% of the bound"
        .formatted(100 * slowestRecovery);
  }

  String losses() {
    return "acknowledged bytes lost: %d in async mode or by force, %d to a store that lost writes"
        .formatted(asyncLossBytes, storeLossBytes);
  }
}
