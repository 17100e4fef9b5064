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
    Optional<UserPrincipal> owner =
        spec.owner().isEmpty()
            ? Optional.empty()
            : Optional.of(find("user", spec.owner().get(), lookup::lookupPrincipalByName));
    Optional<GroupPrincipal> group =
        spec.group().isEmpty()
            ? Optional.empty()
            : Optional.of(find("group", spec.group().get(), lookup::lookupPrincipalByGroupName));
    return new Principals(owner, group);
  }

  private interface Lookup<P> {
    P find(String name) throws IOException;
  }

  private static <P> P find(String kind, String name, Lookup<P> lookup) throws ReconcileFailure {
    try {
      return lookup.find(name);
    } catch (UserPrincipalNotFoundException e) {
      throw new ReconcileFailure(
          "UnknownPrincipal",
          "this device has no " + kind + " '" + name + "'; create it, or use a number");
    } catch (IOException e) {
      throw FileFailures.of("looking up the " + kind + " '" + name + "'", e);
    }
  }
}
