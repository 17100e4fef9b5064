package io.harmonyagent.failover.history;

import io.harmonyagent.core.document.Node;
import io.harmonyagent.failover.core.ConfigEvidence;
import io.harmonyagent.failover.core.Decision;
import io.harmonyagent.failover.core.Evidence;
import io.harmonyagent.failover.core.FenceEvidence;
import io.harmonyagent.failover.core.FollowEvidence;
import io.harmonyagent.failover.core.HandoverEvidence;
import io.harmonyagent.failover.core.PromotionEvidence;
import io.harmonyagent.failover.core.Reason;
import io.harmonyagent.failover.core.Transition;
import io.harmonyagent.failover.site.FlightRecorder.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Decisions in words for somebody who was woken by them. */
final class Sentences {
  private Sentences() {}

  static String of(Entry entry) {
    return switch (entry.decision()) {
      case Decision.Granted(Transition transition) -> granted(transition, entry.evidence());
      case Decision.Refused(Transition transition, List<Reason> reasons) ->
          wish(transition)
              + " was refused: "
              + reasons.stream().map(Reason::text).collect(Collectors.joining("; "))
              + problems(entry.evidence());
    };
  }

  private static String granted(Transition transition, Evidence evidence) {
    return switch (transition) {
      case CREATE -> "claims the lease for the first time: nobody ever held it";
      case PROMOTE -> "claims the lease over the head of a silent holder" + silence(evidence);
      case TAKE -> "takes the lease that its holder gave away";
      case RECLAIM -> "takes its own lease up again";
      case RENEW -> "renews its lease";
      case RELEASE -> "gives the lease away";
      case FENCE -> "fences itself" + cause(evidence);
      case HAND_OVER -> "hands over" + asker(evidence);
      case ENTER_SAFE -> "goes to SAFE: the mesh has lost what this site had seen";
      case LEAVE_SAFE -> "leaves SAFE: an operator accepts the mesh as it is";
      case FOLLOW -> "follows" + holder(evidence);
      case APPLY_CONFIG -> "takes the config in force" + revision(evidence);
      case LIST_SYNC_SITE -> "counts on the other site: it has every acknowledged commit";
      case FORCE_FAILOVER -> "an operator wants this site to lead, whatever is lost by it";
      case RESUME -> "goes on leading: only the agent was restarted";
      case RESTART_IN_PLACE -> "PostgreSQL crashed under a lease that runs: it is started again";
      case SETTLE_CONFIG -> "both sites know the config: its timing counts in full";
    };
  }

  private static String wish(Transition transition) {
    return switch (transition) {
      case CREATE -> "to claim the first lease";
      case PROMOTE -> "to take over from a silent holder";
      case TAKE -> "to take the lease that was given away";
      case RECLAIM -> "to take the own lease up again";
      case RENEW -> "a renewal";
      case RELEASE -> "to give the lease away";
      case FENCE -> "a fence";
      case HAND_OVER -> "a handover";
      case ENTER_SAFE -> "to go to SAFE";
      case LEAVE_SAFE -> "to leave SAFE";
      case FOLLOW -> "to follow";
      case APPLY_CONFIG -> "a config";
      case LIST_SYNC_SITE -> "to count on the other site's having every commit";
      case FORCE_FAILOVER -> "a forced failover";
      case RESUME -> "to go on leading after a restart of the agent";
      case RESTART_IN_PLACE -> "to start a crashed PostgreSQL again";
      case SETTLE_CONFIG -> "to let a config's timing count in full";
    };
  }

  private static String silence(Evidence evidence) {
    return evidence instanceof PromotionEvidence promotion
        ? ": silent for %d ms by the mesh's clock, %d ms by our own"
            .formatted(
                promotion.echoServerTimeMs() - promotion.leaseServerTimeMs(),
                promotion.nowMs() - promotion.leaseSeenMs())
        : "";
  }

  private static String cause(Evidence evidence) {
    if (!(evidence instanceof FenceEvidence fence)) {
      return "";
    }
    return switch (fence.cause()) {
      case FAILURES -> ": %d heartbeats in a row failed".formatted(fence.failures());
      case DEADLINE ->
          ": its lease ran out %d ms ago".formatted(fence.nowMs() - fence.deadlineMs());
      case FOREIGN_LEASE -> ": the other site leads, in epoch %d".formatted(fence.foreignEpoch());
      case STORE_BEHIND -> ": the mesh has lost what this site had seen";
      case UNEXPECTED_WRITABLE -> ": PostgreSQL may accept writes without a lease";
      case LEFT_OVER -> ": an earlier run of the agent may have begun to open PostgreSQL";
      case POSTGRES_UNSTABLE -> ": PostgreSQL crashed again soon after it was opened";
      case STOP_FAILED -> ": PostgreSQL did not stop cleanly";
    };
  }

  private static String asker(Evidence evidence) {
    return evidence instanceof HandoverEvidence handover && !handover.byOperator()
        ? " to the preferred site, which has caught up"
        : " to the other site, as an operator asked";
  }

  private static String holder(Evidence evidence) {
    return evidence instanceof FollowEvidence follow
        ? " %s in epoch %d".formatted(follow.holder(), follow.epoch())
        : "";
  }

  private static String revision(Evidence evidence) {
    return evidence instanceof ConfigEvidence config
        ? " (revision %d)".formatted(config.revision())
        : "";
  }

  private static String problems(Evidence evidence) {
    return evidence instanceof ConfigEvidence config
        ? ": " + String.join("; ", config.problems())
        : "";
  }

  /** What was seen, field by field. */
  static List<String> explain(Evidence evidence) {
    List<String> lines = new ArrayList<>();
    describe("", EvidenceJson.write(evidence).node(), lines);
    return lines;
  }

  private static void describe(String prefix, Node node, List<String> lines) {
    if (!(node instanceof Node.Mapping mapping)) {
      return;
    }
    for (Map.Entry<String, Node> entry : mapping.entries().entrySet()) {
      String name = prefix + entry.getKey();
      switch (entry.getValue()) {
        case Node.Mapping part -> describe(name + ".", part, lines);
        case Node.Text(var _, String value) -> lines.add(name + " = " + value);
        case Node.Numeral(var _, String value) -> lines.add(name + " = " + value);
        case Node.Flag(var _, boolean value) -> lines.add(name + " = " + value);
        case Node.Sequence _, Node.Nothing _ -> {}
      }
    }
  }
}
