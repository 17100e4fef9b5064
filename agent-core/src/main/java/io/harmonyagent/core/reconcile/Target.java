package io.harmonyagent.core.reconcile;

import io.harmonyagent.core.manifest.ResourceId;
import io.harmonyagent.core.manifest.ResourceSpec;
import java.util.Optional;

/**
 * One resource as its reconciler sees it.
 *
 * @param owned whether the ledger says that we made it
 * @param memo what the reconciler asked to remember of it ({@link Attempt#remember}); empty at
 *     first
 * @param restartFor why it has to be restarted, if it has to: a resource of its {@code restart_on}
 *     changed since it was last started
 */
public record Target<S extends ResourceSpec>(
    ResourceId id,
    S spec,
    String specHash,
    boolean owned,
    String memo,
    Optional<String> restartFor) {
  Target<S> withMemo(String newMemo) {
    return new Target<>(id, spec, specHash, owned, newMemo, restartFor);
  }
}
