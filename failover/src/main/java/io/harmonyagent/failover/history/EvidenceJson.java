package io.harmonyagent.failover.history;

import io.harmonyagent.core.document.Fields;
import io.harmonyagent.core.document.InvalidDocument;
import io.harmonyagent.core.document.JsonObject;
import io.harmonyagent.failover.core.ClaimEvidence;
import io.harmonyagent.failover.core.ConfigEvidence;
import io.harmonyagent.failover.core.CreateEvidence;
import io.harmonyagent.failover.core.Evidence;
import io.harmonyagent.failover.core.FenceEvidence;
import io.harmonyagent.failover.core.FollowEvidence;
import io.harmonyagent.failover.core.ForceEvidence;
import io.harmonyagent.failover.core.HandoverEvidence;
import io.harmonyagent.failover.core.NoConfigEvidence;
import io.harmonyagent.failover.core.PromotionEvidence;
import io.harmonyagent.failover.core.ReclaimEvidence;
import io.harmonyagent.failover.core.RestartEvidence;
import io.harmonyagent.failover.core.ResumeEvidence;
import io.harmonyagent.failover.core.SafeLiftedEvidence;
import io.harmonyagent.failover.core.SettleEvidence;
import io.harmonyagent.failover.core.StoreEvidence;
import io.harmonyagent.failover.core.SyncEvidence;
import io.harmonyagent.failover.core.TakeEvidence;

/** Evidence as JSON, with the word of its kind. */
final class EvidenceJson {
  private EvidenceJson() {}

  static String kind(Evidence evidence) {
    return switch (evidence) {
      case PromotionEvidence _ -> "promotion";
      case TakeEvidence _ -> "take";
      case ReclaimEvidence _ -> "reclaim";
      case CreateEvidence _ -> "create";
      case ClaimEvidence _ -> "claim";
      case ResumeEvidence _ -> "resume";
      case RestartEvidence _ -> "restart";
      case ForceEvidence _ -> "force";
      case FenceEvidence _ -> "fence";
      case HandoverEvidence _ -> "handover";
      case FollowEvidence _ -> "follow";
      case StoreEvidence _ -> "store";
      case SafeLiftedEvidence _ -> "safe-lifted";
      case SyncEvidence _ -> "sync";
      case ConfigEvidence _ -> "config";
      case SettleEvidence _ -> "settle";
      case NoConfigEvidence _ -> "no-config";
    };
  }

  static JsonObject write(Evidence evidence) {
    return switch (evidence) {
      case PromotionEvidence e -> WritingForm.write(e, AcquiringForms::promotion);
      case TakeEvidence e -> WritingForm.write(e, AcquiringForms::take);
      case ReclaimEvidence e -> WritingForm.write(e, AcquiringForms::reclaim);
      case CreateEvidence e -> WritingForm.write(e, AcquiringForms::create);
      case ClaimEvidence e -> WritingForm.write(e, AcquiringForms::claim);
      case ResumeEvidence e -> WritingForm.write(e, AcquiringForms::resume);
      case RestartEvidence e -> WritingForm.write(e, AcquiringForms::restart);
      case ForceEvidence e -> WritingForm.write(e, AcquiringForms::force);
      case FenceEvidence e -> WritingForm.write(e, HoldingForms::fence);
      case HandoverEvidence e -> WritingForm.write(e, HoldingForms::handover);
      case FollowEvidence e -> WritingForm.write(e, HoldingForms::follow);
      case StoreEvidence e -> WritingForm.write(e, HoldingForms::store);
      case SafeLiftedEvidence e -> WritingForm.write(e, HoldingForms::safeLifted);
      case SyncEvidence e -> WritingForm.write(e, HoldingForms::sync);
      case ConfigEvidence e -> WritingForm.write(e, HoldingForms::config);
      case SettleEvidence e -> WritingForm.write(e, HoldingForms::settle);
      case NoConfigEvidence e -> WritingForm.write(e, HoldingForms::noConfig);
    };
  }

  static Evidence read(String kind, Fields fields) throws InvalidDocument {
    return switch (kind) {
      case "promotion" -> AcquiringForms.promotion(new ReadingForm<>(fields));
      case "take" -> AcquiringForms.take(new ReadingForm<>(fields));
      case "reclaim" -> AcquiringForms.reclaim(new ReadingForm<>(fields));
      case "create" -> AcquiringForms.create(new ReadingForm<>(fields));
      case "claim" -> AcquiringForms.claim(new ReadingForm<>(fields));
      case "resume" -> AcquiringForms.resume(new ReadingForm<>(fields));
      case "restart" -> AcquiringForms.restart(new ReadingForm<>(fields));
      case "force" -> AcquiringForms.force(new ReadingForm<>(fields));
      case "fence" -> HoldingForms.fence(new ReadingForm<>(fields));
      case "handover" -> HoldingForms.handover(new ReadingForm<>(fields));
      case "follow" -> HoldingForms.follow(new ReadingForm<>(fields));
      case "store" -> HoldingForms.store(new ReadingForm<>(fields));
      case "safe-lifted" -> HoldingForms.safeLifted(new ReadingForm<>(fields));
      case "sync" -> HoldingForms.sync(new ReadingForm<>(fields));
      case "config" -> HoldingForms.config(new ReadingForm<>(fields));
      case "settle" -> HoldingForms.settle(new ReadingForm<>(fields));
      case "no-config" -> HoldingForms.noConfig(new ReadingForm<>(fields));
      default ->
          throw fields.invalid(
              "kind", "'" + kind + "' is an evidence that this version does not know; update it");
    };
  }
}
