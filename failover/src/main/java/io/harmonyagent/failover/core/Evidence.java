package io.harmonyagent.failover.core;

/**
 * Everything that a decision was made from. The decision is a function of the evidence and of
 * nothing else, so whoever reads the history can ask again and must get the same answer.
 */
public sealed interface Evidence
    permits ClaimEvidence,
        ConfigEvidence,
        CreateEvidence,
        FenceEvidence,
        FollowEvidence,
        ForceEvidence,
        HandoverEvidence,
        NoConfigEvidence,
        PromotionEvidence,
        ReclaimEvidence,
        RestartEvidence,
        ResumeEvidence,
        SafeLiftedEvidence,
        SettleEvidence,
        StoreEvidence,
        SyncEvidence,
        TakeEvidence {

  Decision decide();
}
