package io.harmonyagent.reconcilers.file;

import io.harmonyagent.core.manifest.FileSpec;
import io.harmonyagent.core.reconcile.ReconcileFailure;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.Optional;

/** The user and group that a spec names, by name or by number. */
record Principals(Optional<UserPrincipal> owner, Optional<GroupPrincipal> group) {
  static Principals of(FileSpec spec) throws ReconcileFailure {
    UserPrincipalLookupService lookup = FileSystems.getDefault().getUserPrincipalLookupService();
    try {
      Optional<UserPrincipal> owner =
          spec.owner().isEmpty()
              ? Optional.empty()
              : Optional.of(lookup.lookupPrincipalByName(spec.owner().get()));
      Optional<GroupPrincipal> group =
          spec.group().isEmpty()
              ? Optional.empty()
              : Optional.of(lookup.lookupPrincipalByGroupName(spec.group().get()));
      return new Principals(owner, group);
    } catch (UserPrincipalNotFoundException e) {
      throw new ReconcileFailure(
          "UnknownPrincipal",
          "this device has no user or group '" + e.getName() + "'; create it, or use a number");
    } catch (IOException e) {
      throw FileFailures.of("looking up the owner of " + spec.path(), e);
    }
  }
}
