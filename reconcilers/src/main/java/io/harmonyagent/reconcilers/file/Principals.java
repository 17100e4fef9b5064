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
  static final Principals NOBODY_S_BUSINESS = new Principals(Optional.empty(), Optional.empty());

  static Principals of(FileSpec spec) throws ReconcileFailure {
    return of(spec.owner(), spec.group());
  }

  static Principals of(Before before) throws ReconcileFailure {
    return of(
        Optional.of(Integer.toUnsignedString(before.owner())),
        Optional.of(Integer.toUnsignedString(before.group())));
  }

  private static Principals of(Optional<String> user, Optional<String> users)
      throws ReconcileFailure {
    UserPrincipalLookupService lookup = FileSystems.getDefault().getUserPrincipalLookupService();
    Optional<UserPrincipal> owner =
        user.isEmpty()
            ? Optional.empty()
            : Optional.of(find("user", user.get(), lookup::lookupPrincipalByName));
    Optional<GroupPrincipal> group =
        users.isEmpty()
            ? Optional.empty()
            : Optional.of(find("group", users.get(), lookup::lookupPrincipalByGroupName));
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
